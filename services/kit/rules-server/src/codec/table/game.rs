//! Binding of a game's tables of options, actions and events to its [`Wire`](crate::Wire).

/// The readers and writers of [`Wire`](crate::Wire) that follow from tables.
#[macro_export]
macro_rules! wire_tables {
    (options: $options:expr, action: $action:expr, event: $event:expr $(,)?) => {
        fn options_from_proto(
            message: Self::Options,
        ) -> $crate::codec::Read<$crate::OptionsOf<Self>> {
            $crate::codec::Codec::read(&$options, &message)
        }

        fn action_from_proto(message: Self::Action) -> $crate::codec::Read<$crate::ActionOf<Self>> {
            $crate::codec::Codec::read(&$action, &message)
        }

        fn event_from_proto(message: Self::Event) -> $crate::codec::Read<$crate::EventOf<Self>> {
            $crate::codec::Codec::read(&$event, &message)
        }

        fn action_to_proto(action: &$crate::ActionOf<Self>) -> Self::Action {
            $crate::codec::Codec::write(&$action, action)
        }

        fn event_to_proto(event: &$crate::EventOf<Self>) -> Self::Event {
            $crate::codec::Codec::write(&$event, event)
        }
    };
}
