//! Refusals that follow from how far a match is.

/// What a match would have to be like, or not to be like, for a call to
/// succeed. Each has a name of its own on the wire, so that nobody has to read
/// the text to tell them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precondition {
    /// Somebody sits there, or on every seat.
    SeatTaken,
    /// Nobody sits there.
    SeatOpen,
    /// Some seats are open, so the match can't start.
    SeatsOpen,
    /// The match has started.
    AlreadyStarted,
    /// The match has not started.
    NotStarted,
    /// The match is over.
    MatchOver,
    /// The match is not over yet.
    NotOver,
    /// The seat has resigned.
    SeatResigned,
    /// The match has as many commits as a match may have.
    TooManyCommits,
    /// The match has more steps than its game states.
    TooManySteps,
    /// The game takes no new matches at present.
    GameDrained,
}

impl Precondition {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::SeatTaken,
        Self::SeatOpen,
        Self::SeatsOpen,
        Self::AlreadyStarted,
        Self::NotStarted,
        Self::MatchOver,
        Self::NotOver,
        Self::SeatResigned,
        Self::TooManyCommits,
        Self::TooManySteps,
        Self::GameDrained,
    ];

    /// The name on the wire and in metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SeatTaken => "SEAT_TAKEN",
            Self::SeatOpen => "SEAT_OPEN",
            Self::SeatsOpen => "SEATS_OPEN",
            Self::AlreadyStarted => "ALREADY_STARTED",
            Self::NotStarted => "NOT_STARTED",
            Self::MatchOver => "MATCH_OVER",
            Self::NotOver => "NOT_OVER",
            Self::SeatResigned => "SEAT_RESIGNED",
            Self::TooManyCommits => "TOO_MANY_COMMITS",
            Self::TooManySteps => "TOO_MANY_STEPS",
            Self::GameDrained => "GAME_DRAINED",
        }
    }

    /// The precondition of this name.
    #[cfg(feature = "grpc")]
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|precondition| precondition.name() == name)
    }
}
