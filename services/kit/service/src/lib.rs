//! What every Bakufu process needs: configuration, telemetry, health, drain, errors.
