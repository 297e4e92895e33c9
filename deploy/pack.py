"""Puts an image together from the runtime stage of a Dockerfile, without an engine's builder.

    deploy/pack.py --dockerfile deploy/Dockerfile --stage runtime --from build=FOLDER \\
        --arg SERVICE=samurai --epoch 0 --tag bakufu/samurai:0.1.0 >image.tar

The archive is what `docker load` takes. Equal files and arguments give equal
bytes, and so the same image id: names are sorted, and every time is the epoch.
An instruction that is not known here is refused, so that no image can silently
differ from what the Dockerfile says.
"""

import argparse
import hashlib
import io
import json
import platform
import re
import shlex
import sys
import tarfile
from datetime import datetime, timezone
from pathlib import Path

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
# What a builder sets if the Dockerfile says nothing.
PATH_DEFAULT = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class Refused(Exception):
    """The Dockerfile asks for something that can't be done without a builder."""


def instructions(text, stage):
    """The instructions of one stage, each with the rest of its line."""
    lines = re.sub(r"\\\n", " ", text).splitlines()
    inside = False
    for line in lines:
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        name, _, rest = line.partition(" ")
        if name == "FROM":
            inside = rest.strip().endswith(f" AS {stage}")
            if inside and not rest.startswith("scratch "):
                raise Refused(f"stage {stage} must begin FROM scratch")
        elif inside:
            yield name, rest.strip()


def expand(text, arguments):
    """Puts build arguments into a text."""

    def value(found):
        name = found.group(1)
        if name not in arguments:
            raise Refused(f"no value for {name}: pass --arg {name}=…")
        return arguments[name]

    return re.sub(r"\$\{(\w+)\}", value, text)


def layer(folder, target, owner, epoch):
    """A folder's files below the target path, as a layer."""
    if not folder.is_dir():
        raise Refused(f"{folder} is not a folder")
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in [folder, *sorted(folder.rglob("*"))]:
            name = str(Path(target.lstrip("/")) / path.relative_to(folder))
            if name == ".":
                continue
            entry = archive.gettarinfo(path, arcname=name)
            entry.uid, entry.gid = owner
            entry.uname = entry.gname = ""
            entry.mtime = epoch
            entry.mode = 0o755 if path.is_dir() or entry.mode & 0o100 else 0o644
            with path.open("rb") if entry.isreg() else io.BytesIO() as content:
                archive.addfile(entry, content if entry.isreg() else None)
    return buffer.getvalue()


def copied(rest, sources, epoch):
    """The layer of a COPY instruction."""
    words = shlex.split(rest)
    options = dict(word[2:].split("=", 1) for word in words if word.startswith("--"))
    paths = [word for word in words if not word.startswith("--")]
    source = options.pop("from", None)
    owner = tuple(int(part) for part in options.pop("chown", "0:0").split(":"))
    if source not in sources or len(paths) != 2 or options:
        raise Refused(f"COPY {rest}: only one folder of {sorted(sources)} can be copied")
    # The first part of the path is the folder that --from stands for.
    inner = Path(*Path(paths[0]).parts[2:])
    return layer(sources[source] / inner, paths[1], owner, epoch)


def build(text, stage, arguments, sources, epoch):
    """The configuration of the image and its layers."""
    config = {"Labels": {}, "Env": [f"PATH={PATH_DEFAULT}"], "WorkingDir": "/"}
    layers = []
    for name, rest in instructions(text, stage):
        if name == "ARG":
            key, given, default = rest.partition("=")
            if given:
                arguments.setdefault(key, default)
            continue
        if name == "COPY":
            layers.append(copied(rest, sources, epoch))
        elif name == "LABEL":
            key, _, label = expand(rest, arguments).partition("=")
            config["Labels"][key] = " ".join(shlex.split(label))
        elif name == "ENV":
            config["Env"].append(" ".join(shlex.split(expand(rest, arguments))))
        elif name == "USER":
            config["User"] = rest
        elif name == "STOPSIGNAL":
            config["StopSignal"] = rest
        elif name == "ENTRYPOINT":
            config["Entrypoint"] = json.loads(rest)
        else:
            raise Refused(f"{name} is not known to deploy/pack.py")
    created = datetime.fromtimestamp(epoch, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {
        "architecture": ARCHITECTURES.get(platform.machine(), platform.machine()),
        "os": "linux",
        "created": created,
        "config": config,
        "rootfs": {
            "type": "layers",
            "diff_ids": ["sha256:" + hashlib.sha256(each).hexdigest() for each in layers],
        },
        "history": [{"created": created, "created_by": "deploy/pack.py"} for _ in layers],
    }, layers


def archive(config, layers, tag, epoch, output):
    """Writes what `docker load` takes."""
    config = json.dumps(config, sort_keys=True).encode()
    config_name = hashlib.sha256(config).hexdigest() + ".json"
    names = [hashlib.sha256(each).hexdigest() + ".tar" for each in layers]
    manifest = [{"Config": config_name, "RepoTags": [tag], "Layers": names}]
    files = dict(zip(names, layers))
    files[config_name] = config
    files["manifest.json"] = json.dumps(manifest).encode()
    with tarfile.open(fileobj=output, mode="w|", format=tarfile.USTAR_FORMAT) as tar:
        for name in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime = len(files[name]), epoch
            tar.addfile(entry, io.BytesIO(files[name]))


def main():
    """Reads the arguments and writes the archive to the standard output."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dockerfile", type=Path, required=True)
    parser.add_argument("--stage", required=True)
    parser.add_argument("--from", dest="sources", action="append", default=[])
    parser.add_argument("--arg", dest="arguments", action="append", default=[])
    parser.add_argument("--epoch", type=int, required=True)
    parser.add_argument("--tag", required=True)
    given = parser.parse_args()
    sources = {name: Path(path) for name, path in (each.split("=", 1) for each in given.sources)}
    arguments = dict(each.split("=", 1) for each in given.arguments)
    try:
        text = given.dockerfile.read_text()
        config, layers = build(text, given.stage, arguments, sources, given.epoch)
    except (Refused, OSError) as error:
        sys.exit(f"pack.py: {error}")
    archive(config, layers, given.tag, given.epoch, sys.stdout.buffer)


if __name__ == "__main__":
    main()
