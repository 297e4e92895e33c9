//! Compiles schemas for the tests.

use std::collections::HashMap;
use std::path::Path;

use kit_redact::{Roots, Schema, SchemaFault, Viewer};
use kit_rules::Seat;
use prost_reflect::{DescriptorPool, MessageDescriptor};
use protox::Compiler;
use protox::file::{
    ChainFileResolver, File, FileResolver, GoogleFileResolver, IncludeFileResolver,
};

/// Sources by file name, which come before those on the disk.
struct Inline(HashMap<String, String>);

impl FileResolver for Inline {
    fn open_file(&self, name: &str) -> Result<File, protox::Error> {
        match self.0.get(name) {
            Some(source) => File::from_source(name, source),
            None => Err(protox::Error::file_not_found(name)),
        }
    }
}

/// The encoded descriptor set of `main.proto` and all that it imports.
pub(crate) fn descriptors<const N: usize>(sources: [(&str, &str); N]) -> Vec<u8> {
    let sources = sources.map(|(name, source)| (name.to_owned(), source.to_owned()));
    let mut resolver = ChainFileResolver::new();
    resolver.add(Inline(sources.into()));
    let protos = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../protos");
    resolver.add(IncludeFileResolver::new(protos));
    resolver.add(GoogleFileResolver::new());
    let mut compiler = Compiler::with_file_resolver(resolver);
    compiler.include_imports(true);
    if let Err(error) = compiler.open_file("main.proto") {
        panic!("the test's schema is valid: {error:?}");
    }
    compiler.encode_file_descriptor_set()
}

/// The schema of tests/protos/table.proto, twice: as we compile it, and as
/// descriptors for the oracle.
pub(crate) struct TableSchema {
    pub(crate) schema: Schema,
    pub(crate) pool: DescriptorPool,
}

impl TableSchema {
    pub(crate) fn new() -> Self {
        let bytes = descriptors([("main.proto", include_str!("../protos/table.proto"))]);
        let schema = compile(&bytes, "tests.table.v1").expect("the table schema compiles");
        let pool = DescriptorPool::decode(&bytes[..]).expect("protox writes descriptor sets");
        Self { schema, pool }
    }

    pub(crate) fn message(&self, name: &str) -> MessageDescriptor {
        let name = format!("tests.table.v1.{name}");
        self.pool.get_message_by_name(&name).expect("the table schema has this message")
    }
}

/// Compiles the messages Options, State, Action and Event of a package.
pub(crate) fn compile(descriptor_set: &[u8], package: &str) -> Result<Schema, SchemaFault> {
    let [options, state, action, event] =
        ["Options", "State", "Action", "Event"].map(|name| format!("{package}.{name}"));
    let roots = Roots { options: &options, state: &state, action: &action, event: &event };
    Schema::compile(descriptor_set, &roots)
}

pub(crate) fn seat(number: u32) -> Seat {
    Seat::new(number).expect("tests use seats that exist")
}

/// A spectator and three seats.
pub(crate) fn viewers() -> [Viewer; 4] {
    let seated = |number| Viewer::Seat(seat(number));
    [Viewer::Spectator, seated(1), seated(2), seated(3)]
}
