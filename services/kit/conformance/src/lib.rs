//! Laws that every game keeps, and the runners that check them.
