//! The doors through which bytes come in.

use prost_reflect::MessageDescriptor;

use super::OutcomeClass;

/// One door: it takes inputs of some forms.
pub trait Target: Send + Sync {
    /// What it is called on a command line.
    fn name(&self) -> &str;

    fn forms(&self) -> &[Form];

    /// Good inputs to start from, at least one of every form.
    fn samples(&self) -> &[Input];

    /// Feeds an input and looks at what comes out. A function of the input
    /// alone.
    ///
    /// # Errors
    /// What should never come out.
    fn feed(&self, input: &Input) -> Result<OutcomeClass, String>;
}

/// One kind of input.
#[derive(Clone, Debug)]
pub struct Form {
    /// What it is called in a finding.
    pub name: String,
    /// How it is built, which decides how it is changed.
    pub shape: Shape,
}

/// How an input is built.
#[derive(Clone, Debug)]
pub enum Shape {
    /// An encoded message of this type.
    Message(MessageDescriptor),
    /// Frames one after the other.
    Frames(Framing),
    Json,
    Text,
}

/// How the frames of a protocol say how long they are.
#[derive(Clone, Copy, Debug)]
pub struct Framing {
    /// What comes before the first frame.
    pub preface: &'static [u8],
    pub head_bytes: usize,
    /// Where in the head the length of the content is, highest byte first.
    pub length_at: usize,
    pub length_bytes: usize,
}

/// The frames of HTTP/2.
pub const HTTP2: Framing = Framing {
    preface: b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    head_bytes: 9,
    length_at: 0,
    length_bytes: 3,
};

/// The messages of gRPC and gRPC-Web.
pub const GRPC: Framing = Framing { preface: b"", head_bytes: 5, length_at: 1, length_bytes: 4 };

/// Bytes for one door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The place of its form among those of the target.
    pub form: usize,
    pub bytes: Vec<u8>,
}

/// Reads an input as a finding shows it: the name of a form, a colon, and hex.
/// None if it is not one of this target.
pub fn parse_input(target: &dyn Target, text: &str) -> Option<Input> {
    let (name, digits) = text.split_once(':')?;
    let form = target.forms().iter().position(|form| form.name == name)?;
    Some(Input { form, bytes: hex::decode(digits).ok()? })
}
