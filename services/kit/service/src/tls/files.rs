//! Files that hold certificates, keys and authorities.

use std::path::PathBuf;

use crate::config::{Reader, kinds};

use super::pem::Pem;
use super::reload::Source;

/// A certificate (with those that lead to its authority) and its key, in PEM.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyPair {
    pub cert: PathBuf,
    pub key: PathBuf,
}

/// What a server proves itself with, and whom it lets in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerFiles {
    /// What it proves itself with.
    pub own: KeyPair,
    /// The authorities of its clients. None: everybody may connect.
    pub client_ca: Option<PathBuf>,
}

/// Whom a client trusts, and what it proves itself with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClientFiles {
    /// The authorities of the servers. None: the public ones.
    pub ca: Option<PathBuf>,
    /// What it proves itself with, where that is asked for.
    pub own: Option<KeyPair>,
}

impl KeyPair {
    /// Reads the variables of these names, both or none; faults stay in the
    /// reader, also those of the files. For clients that do their TLS
    /// themselves.
    pub fn read(reader: &mut Reader<'_>, cert: &str, key: &str) -> Option<Self> {
        let files = ClientFiles { ca: None, own: read_pair(reader, cert, key) };
        check(reader, cert, &files).then_some(files.own).flatten()
    }
}

impl ServerFiles {
    /// Reads `<PREFIX>_TLS_CERT`, `<PREFIX>_TLS_KEY` and
    /// `<PREFIX>_TLS_CLIENT_CA`; faults stay in the reader, also those of the
    /// files. None if there is nothing to read: then TLS is off.
    pub fn read(reader: &mut Reader<'_>, prefix: &str) -> Option<Self> {
        let [cert_name, key_name, ca_name] =
            ["TLS_CERT", "TLS_KEY", "TLS_CLIENT_CA"].map(|suffix| format!("{prefix}_{suffix}"));
        let own = read_pair(reader, &cert_name, &key_name);
        let client_ca = read_path(reader, &ca_name);
        if own.is_none() && client_ca.is_some() {
            reader.fault(&ca_name, format!("needs {cert_name} and {key_name}"));
        }
        let files = Self { own: own?, client_ca };
        check(reader, &cert_name, &files).then_some(files)
    }
}

impl ClientFiles {
    /// Reads the variables of these names; faults stay in the reader, also
    /// those of the files. Without any of them the default is right.
    pub fn read(reader: &mut Reader<'_>, ca: &str, cert: &str, key: &str) -> Self {
        let files = Self { ca: read_path(reader, ca), own: read_pair(reader, cert, key) };
        let name = if files.ca.is_some() { ca } else { cert };
        if check(reader, name, &files) { files } else { Self::default() }
    }
}

/// The bytes of the file that the variable of this name names, which holds
/// authorities; faults stay in the reader, also those of the file. For clients
/// that do their TLS themselves.
pub fn read_authorities(reader: &mut Reader<'_>, name: &str) -> Option<Vec<u8>> {
    let path = read_path(reader, name)?;
    let checked = Pem::read(&path).and_then(|pem| pem.authorities().map(|_| pem.into_bytes()));
    checked.map_err(|error| reader.fault(name, error.to_string())).ok()
}

fn read_path(reader: &mut Reader<'_>, name: &str) -> Option<PathBuf> {
    reader.optional(name, kinds::text).map(PathBuf::from)
}

/// Both or none.
fn read_pair(reader: &mut Reader<'_>, cert_name: &str, key_name: &str) -> Option<KeyPair> {
    match (read_path(reader, cert_name), read_path(reader, key_name)) {
        (Some(cert), Some(key)) => return Some(KeyPair { cert, key }),
        (Some(_), None) => reader.fault(key_name, format!("must be set with {cert_name}")),
        (None, Some(_)) => reader.fault(cert_name, format!("must be set with {key_name}")),
        (None, None) => {}
    }
    None
}

/// Whether the files can be used now; later ones are looked at when they come.
fn check(reader: &mut Reader<'_>, name: &str, files: &impl Source) -> bool {
    let built = files.read_files().and_then(|contents| files.build(&contents));
    built.map_err(|error| reader.fault(name, error.to_string())).is_ok()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn faults(pairs: &[(&str, &str)]) -> Vec<String> {
        let map: BTreeMap<&str, &str> = pairs.iter().copied().collect();
        let mut reader = Reader::new(&map);
        ServerFiles::read(&mut reader, "TOY");
        ClientFiles::read(&mut reader, "TOY_CA", "TOY_CERT", "TOY_KEY");
        let faults = reader.finish(|| Some(())).err().map_or(Vec::new(), |faults| faults.0);
        faults.into_iter().map(|fault| fault.name).collect()
    }

    #[test]
    fn without_variables_there_is_no_tls() {
        assert_eq!(faults(&[]), Vec::<String>::new());
        let map = BTreeMap::<&str, &str>::new();
        let mut reader = Reader::new(&map);
        assert_eq!(ServerFiles::read(&mut reader, "TOY"), None);
    }

    #[test]
    fn a_certificate_and_its_key_are_set_together() {
        assert_eq!(faults(&[("TOY_TLS_CERT", "c")]), ["TOY_TLS_KEY"]);
        assert_eq!(faults(&[("TOY_TLS_KEY", "k")]), ["TOY_TLS_CERT"]);
        assert_eq!(faults(&[("TOY_CERT", "c")]), ["TOY_KEY"]);
        assert_eq!(faults(&[("TOY_KEY", "k")]), ["TOY_CERT"]);
    }

    #[test]
    fn clients_can_only_be_verified_by_who_has_a_certificate() {
        assert_eq!(faults(&[("TOY_TLS_CLIENT_CA", "ca")]), ["TOY_TLS_CLIENT_CA"]);
    }

    #[test]
    fn a_file_that_is_not_there_is_a_fault_before_anything_starts() {
        let missing = "/nonexistent/file.pem";
        let server = [("TOY_TLS_CERT", missing), ("TOY_TLS_KEY", missing)];
        assert_eq!(faults(&server), ["TOY_TLS_CERT"]);
        assert_eq!(faults(&[("TOY_CA", missing)]), ["TOY_CA"]);
        assert_eq!(faults(&[("TOY_CERT", missing), ("TOY_KEY", missing)]), ["TOY_CERT"]);
    }
}
