"""Reads YAML documents from stdin and writes them to stdout as one JSON list."""

import json
import sys

import yaml

json.dump([document for document in yaml.safe_load_all(sys.stdin) if document], sys.stdout)
