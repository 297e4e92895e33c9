"""Holds the JSON list of objects on stdin against the strict schemas of the last minors.

The only argument says of how many. What stdout gets is {"minors": [...], "faults": [...]}.
"""

import functools
import json
import sys

from kubernetes_validate import utils

# The package reads the same megabytes again for every object.
utils.schema_contents = functools.lru_cache(maxsize=None)(utils.schema_contents)
utils.all_versions = functools.lru_cache(maxsize=None)(utils.all_versions)


def fault(known, minor):
    """What the schema of a minor has against an object, or None."""
    try:
        utils.validate(known, minor, strict=True)
    except utils.ValidationError as error:
        return ".".join(str(part) for part in error.path) + ": " + error.message
    except (utils.SchemaNotFoundError, utils.InvalidSchemaError) as error:
        return error.message
    return None


def main():
    versions = utils.all_versions()
    minors = sorted({utils.major_minor(version) for version in versions}, key=utils.Version)
    minors = minors[-int(sys.argv[1]) :]
    faults = []
    for known in json.load(sys.stdin):
        for minor in minors:
            why = fault(known, minor)
            if why:
                faults.append({"minor": minor, "object": utils.kn(known), "why": why})
    json.dump({"minors": minors, "faults": faults}, sys.stdout)


main()
