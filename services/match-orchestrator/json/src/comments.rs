//! Comments in the descriptors: what they say in words.

use std::collections::HashMap;

use prost_reflect::{
    DescriptorPool, EnumDescriptor, EnumValueDescriptor, FieldDescriptor, FileDescriptor,
    MessageDescriptor, MethodDescriptor, ServiceDescriptor,
};

/// The comments of a set of descriptors, by file and place. Descriptors without
/// comments have none.
#[derive(Debug, Default)]
pub(crate) struct Comments(HashMap<(String, Vec<i32>), String>);

pub(crate) trait Commented {
    fn place(&self) -> (FileDescriptor, Vec<i32>);
}

impl Comments {
    pub(crate) fn read(pool: &DescriptorPool) -> Self {
        let mut comments = HashMap::new();
        for file in pool.files() {
            let source = file.file_descriptor_proto().source_code_info.clone();
            for location in source.unwrap_or_default().location {
                let text = tidied(location.leading_comments());
                if !text.is_empty() {
                    comments.insert((file.name().to_owned(), location.path), text);
                }
            }
        }
        Self(comments)
    }

    /// The comment of something; empty if there is none.
    pub(crate) fn of(&self, thing: &impl Commented) -> &str {
        let (file, path) = thing.place();
        self.0.get(&(file.name().to_owned(), path)).map_or("", String::as_str)
    }
}

macro_rules! commented {
    ($($descriptor:ty: $file:expr;)*) => {
        $(impl Commented for $descriptor {
            fn place(&self) -> (FileDescriptor, Vec<i32>) {
                let file: fn(&Self) -> FileDescriptor = $file;
                (file(self), self.path().to_vec())
            }
        })*
    };
}

commented! {
    MessageDescriptor: |message| message.parent_file();
    FieldDescriptor: |field| field.parent_message().parent_file();
    EnumDescriptor: |one| one.parent_file();
    EnumValueDescriptor: |value| value.parent_enum().parent_file();
    ServiceDescriptor: |service| service.parent_file();
    MethodDescriptor: |method| method.parent_service().parent_file();
}

/// Without the space after the slashes.
fn tidied(comment: &str) -> String {
    let lines = comment.lines().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end());
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}
