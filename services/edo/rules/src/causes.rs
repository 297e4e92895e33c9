//! The rules behind each event, and what each event shows for the first time.

use crate::Event;
use crate::action::Figure;
use crate::building::BuildingKind;
use crate::state::EndReason;
use crate::token::DemandKind;

impl Event {
    /// The ids of the rules that caused it.
    pub fn causes(&self) -> &'static [&'static str] {
        match self {
            Self::StartSeat { .. } => &["EDO-4.4"],
            Self::ProfitLaid { .. } => &["EDO-4.2"],
            Self::CardCurrent { .. } | Self::CardTurnedUp { .. } => &["EDO-4.3", "EDO-5.19"],
            Self::DemandTurnedUp { .. } | Self::PrivilegeTurnedUp { .. } => {
                &["EDO-9.14", "EDO-9.17"]
            }
            Self::RoninAppeared { .. } => &["EDO-9.41"],
            Self::PackageTaken { .. } => &["EDO-4.6", "EDO-4.7"],
            Self::CityTaken { .. } => &["EDO-4.6", "EDO-4.8"],
            Self::RoundBegan { .. } => &["EDO-5.1", "EDO-5.19"],
            Self::RoninSelected { .. } => &["EDO-9.44"],
            Self::LocationDrawn { .. } => &["EDO-9.45", "EDO-9.55"],
            Self::RoninMoved { .. } => &["EDO-9.46"],
            Self::CardLaid { .. } | Self::CardTakenBack { .. } => &["EDO-5.2"],
            Self::OfficialAdded { .. } | Self::OfficialTakenBack { .. } => &["EDO-5.3"],
            Self::PlanSealed { .. } => &["EDO-5.6"],
            Self::SupportUsed { .. } => &["EDO-9.27", "EDO-10.1"],
            Self::SlotRevealed { .. } => &["EDO-5.8"],
            Self::Moved { figure: Figure::Samurai(_), ryo: 0, .. } => &["EDO-5.9", "EDO-9.10"],
            Self::Moved { figure: Figure::Samurai(_), .. } => &["EDO-5.9"],
            Self::Moved { figure: Figure::Merchant, .. } => &["EDO-7.1"],
            Self::Collected { gain, .. } if gain.ryo > 0 => &["EDO-6.2"],
            Self::Collected { .. } => &["EDO-6.1"],
            Self::Produced { privilege: Some(_), .. } => &["EDO-6.3", "EDO-9.31"],
            Self::Produced { .. } => &["EDO-6.3", "EDO-3.7"],
            Self::OfficialPlaced { .. } => &["EDO-6.6", "EDO-6.7"],
            Self::Travelled { .. } => &["EDO-6.6"],
            Self::RoninChallenged { .. } | Self::RoninHeld { .. } => &["EDO-9.52"],
            Self::RoninDispersed { .. } => &["EDO-9.52", "EDO-9.57"],
            Self::Built { kind, privilege, .. } => building(*kind, privilege.is_some()),
            Self::GoodsBought { privilege: Some(_), .. }
            | Self::PointBought { privilege: Some(_), .. } => &["EDO-7.3", "EDO-9.28"],
            Self::GoodsBought { .. } | Self::PointBought { .. } => &["EDO-7.3"],
            Self::Recruited { .. } => &["EDO-6.15"],
            Self::CardBought { .. } => &["EDO-6.16"],
            Self::DemandFulfilled { demand, .. } => match demand.kind() {
                DemandKind::Local => &["EDO-9.16", "EDO-9.20"],
                DemandKind::Foreign => &["EDO-9.16", "EDO-9.21"],
                DemandKind::Palace => &["EDO-9.16", "EDO-9.22"],
            },
            Self::Forfeited { .. } => &["EDO-5.12", "EDO-6.18"],
            Self::IncomeTaken { .. } => &["EDO-9.29"],
            Self::GoodTaken { .. } => &["EDO-9.30"],
            Self::BlackOfficialsLeft { .. } => &["EDO-9.32"],
            Self::SentHome { .. } | Self::WagesPaid { .. } => &["EDO-5.15"],
            Self::IncomePaid { .. } => &["EDO-5.17"],
            Self::Discarded { .. } => &["EDO-5.18"],
            Self::GameOver { reason: EndReason::Points } => &["EDO-8.1"],
            Self::GameOver { reason: EndReason::LastCard } => &["EDO-8.1", "EDO-8.2"],
            Self::Scored { .. } => &["EDO-8.4"],
        }
    }

    /// Whether it shows somebody what was hidden before: something drawn, or a
    /// part of a plan.
    pub fn reveals(&self) -> bool {
        matches!(
            self,
            Self::StartSeat { .. }
                | Self::ProfitLaid { .. }
                | Self::CardTurnedUp { .. }
                | Self::DemandTurnedUp { .. }
                | Self::PrivilegeTurnedUp { .. }
                | Self::RoninAppeared { .. }
                | Self::LocationDrawn { .. }
                | Self::SupportUsed { .. }
                | Self::SlotRevealed { .. }
        )
    }
}

const fn building(kind: BuildingKind, prestige: bool) -> &'static [&'static str] {
    match kind {
        BuildingKind::House if prestige => &["EDO-6.9", "EDO-9.26"],
        BuildingKind::House | BuildingKind::TradingPost => &["EDO-6.9", "EDO-6.11"],
        BuildingKind::Fortress => &["EDO-6.9", "EDO-6.12"],
        BuildingKind::Temple => &["EDO-6.9", "EDO-9.8"],
    }
}
