#!/usr/bin/env python3
"""Checks the chance in an exported match, without any code of the server.

    bakufu export MATCH --json > match.json
    python3 verify.py match.json

Exit codes: 0 everything is as it should be, 1 something is not, 64 a file is no
export. Several files can be given.

Everything follows services/match-orchestrator/DRAWS.md: the commitment to the
server seed, the key of the match, the entropy of every commit and every draw.
The rules of the games are not known here, so what the actions lead to is not
checked (`bakufu verify` does); the order of the commits, who sat where, who
acted when it was their turn, and who could notice what, are.

    python3 verify.py --vectors DRAWS.md

checks the vectors in that document instead. Python 3.8 or newer, standard
library only.
"""

import hashlib
import hmac
import json
import struct
import sys

FORMATS = (1, 2)
TIMELINE_REVISIONS = 1_000_000
NONCE_BYTES = 16
SEAT_SEED_BYTES_MAX = 64
ACTIONS_MAX = 64
CHANGES = (
    "created",
    "seated",
    "seat_left",
    "invitation_renewed",
    "started",
    "acted",
    "resigned",
    "aborted",
    "rewound",
)


class Deviation(Exception):
    """The first thing that is not as it should be."""


def require(holds, what):
    if not holds:
        raise Deviation(what)


# From seeds to numbers.


def commitment(server_seed, match_id, rules_version):
    text = server_seed + match_id.encode() + b"\0" + rules_version.encode()
    return hashlib.sha256(text).digest()


def salt(seat_seeds):
    return hashlib.sha256(b"".join(struct.pack(">H", len(s)) + s for s in seat_seeds)).digest()


def mac(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()


def extracted_key(server_seed, seat_seeds):
    return mac(salt(seat_seeds), server_seed)


def match_key(server_seed, seat_seeds, match_id):
    return mac(extracted_key(server_seed, seat_seeds), match_id.encode() + b"\1")


def entropy(key, commit):
    return mac(key, struct.pack(">Q", commit))


def bot_entropy(key, commit, seat):
    return mac(key, struct.pack(">Q", commit) + b"bot" + bytes([seat]))


def rewound_key(key, nonce):
    return mac(key, b"rewound" + nonce)


def identity(previous, content):
    return hashlib.sha256(b"bakufu commit" + previous + content).digest()


def unchained(match_id, commit):
    """What stands for the identity of a commit from before there were any."""
    text = b"bakufu commit without identity" + match_id.encode() + struct.pack(">Q", commit)
    return hashlib.sha256(text).digest()


def quarter_round(x, a, b, c, d):
    for first, second, third, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        x[first] = (x[first] + x[second]) & 0xFFFFFFFF
        mixed = x[third] ^ x[first]
        x[third] = ((mixed << bits) | (mixed >> (32 - bits))) & 0xFFFFFFFF


def chacha20_block(key, counter):
    """Sixteen words of the key stream with a nonce of zeros (RFC 8439)."""
    start = list(struct.unpack("<4I", b"expand 32-byte k") + struct.unpack("<8I", key))
    start += [counter, 0, 0, 0]
    x = start[:]
    for _ in range(10):
        for column in range(4):
            quarter_round(x, column, column + 4, column + 8, column + 12)
        for a in range(4):
            quarter_round(x, a, 4 + (a + 1) % 4, 8 + (a + 2) % 4, 12 + (a + 3) % 4)
    return [(mixed + first) & 0xFFFFFFFF for mixed, first in zip(x, start)]


def words(key):
    counter = 0
    while True:
        yield from chacha20_block(key, counter)
        counter += 1


def below(stream, sides):
    """The next number below `sides`, every one equally likely."""
    limit = 2**32 - 2**32 % sides
    while True:
        word = next(stream)
        if word < limit:
            return word % sides


# The record.


def check(record):
    """Checks a record and returns how many commits and draws it has."""
    require(record["format"] in FORMATS, f"format {record['format']} is not one of {FORMATS}")
    played = record["game_match"]
    server_seed = bytes.fromhex(record["server_seed"])
    seat_seeds = [bytes.fromhex(seed) for seed in record["seat_seeds"]]
    require(len(server_seed) == 32, f"the server seed has {len(server_seed)} bytes instead of 32")
    check_seat_seeds(seat_seeds, played["seats"])
    promised = commitment(server_seed, played["match_id"], played["rules_version"]).hex()
    require(
        promised == played["seed_commitment"],
        f"the seed commitment should be {promised}, the record says {played['seed_commitment']}",
    )
    key = match_key(server_seed, seat_seeds, played["match_id"])
    table = Table(len(played["seats"]))
    draws = 0
    last = bytes(32)
    for number, entry in enumerate(record["log"], start=1):
        where = f"commit {number}"
        require(entry["commit"] == number, f"{where} is missing: {entry['commit']} is in its place")
        draws += check_draws(where, entropy(key, number), entry["draws"])
        last = check_identity(where, last, played["match_id"], entry)
        table.take(where, entry)
        if "rewound" in entry:
            key = rewound_key(key, bytes.fromhex(entry["rewound"]["nonce"]))
    check_end(table, played, len(record["log"]))
    return len(record["log"]), draws


def check_seat_seeds(seeds, seats):
    require(len(seeds) == len(seats), f"{len(seeds)} seat seeds for {len(seats)} seats")
    for seed, seat in zip(seeds, seats):
        is_player = seat["holder"] == "SEAT_HOLDER_PLAYER"
        require(
            len(seed) <= SEAT_SEED_BYTES_MAX and (is_player or not seed),
            f"seat {seat['seat']} can't have this seed",
        )


def check_draws(where, key, draws):
    stream = words(key)
    for place, draw in enumerate(draws, start=1):
        sides, found = draw["sides"], draw["value"]
        require(0 < sides < 2**32, f"{where}: draw {place} has {sides} sides")
        drawn = below(stream, sides)
        require(
            drawn == found,
            f"{where}: draw {place} of {sides} sides should be {drawn}, the record says {found}",
        )
    return len(draws)


def check_identity(where, last, match_id, entry):
    """Follows the chain of commits, and returns where it has come to."""
    found = bytes.fromhex(entry.get("identity", ""))
    if not found:
        return unchained(match_id, entry["commit"])
    made = identity(last, bytes.fromhex(entry["content_sha256"]))
    require(
        made == found,
        f"{where}: the identity should be {made.hex()}, the record says {found.hex()}",
    )
    return found


def check_end(table, played, commits):
    require(table.outcome is not None, f"the log ends with commit {commits} before the match does")
    require(played["status"] == "MATCH_STATUS_OVER", "the match is not said to be over")
    require(played.get("outcome") == table.outcome, "the result is not that of the log")
    require(played.get("aborted") == table.aborted, "how the match was ended is not as logged")
    for expected, found in zip(table.seats, played["seats"]):
        require(expected == found, f"by the log seat {found['seat']} is {expected}, not {found}")


class Table:
    """Who sits where and who may notice what, as far as no rules are needed."""

    def __init__(self, seats):
        self.seats = [open_seat(number) for number in range(1, seats + 1)]
        self.revisions = []
        self.is_running = False
        self.to_act = []
        self.state = ""
        self.outcome = None
        self.aborted = None
        self.timeline = 0

    def take(self, where, entry):
        changes = [name for name in CHANGES if name in entry]
        require(len(changes) == 1, f"{where} tells {len(changes)} changes instead of one")
        change = changes[0]
        is_first = not self.revisions
        require(is_first == (change == "created"), f"{where}: {change} can't stand here")
        require(self.outcome is None, f"{where} comes after the end of the match")
        if change == "seated":
            check_name(where, entry["commit"], entry[change])
        getattr(self, "on_" + change)(where, entry[change])
        if change not in ("started", "acted"):
            is_still = entry["state_sha256"] == self.state
            idle = is_still and not entry["events"] and not entry["draws"]
            require(idle, f"{where}: the game has no part in {change}")
        self.notice(where, entry)
        self.check_turn(where, entry)
        self.to_act, self.state = entry["seats_to_act"], entry["state_sha256"]
        self.outcome = entry.get("outcome")

    def on_created(self, where, created):
        seats = len(self.seats)
        require(created["seats"] == seats, f"{where}: {created['seats']} seats instead of {seats}")
        self.revisions = [0] * (seats + 1)

    def on_seated(self, where, seated):
        seat = seated["seat"]
        place = self.place(where, seat["seat"])
        is_open = self.seats[place] == open_seat(place + 1)
        require(not self.is_running and is_open, f"{where}: seat {place + 1} is not free")
        require(seat["holder"] != "SEAT_HOLDER_OPEN", f"{where}: nobody sits down")
        self.seats[place] = dict(seat)

    def on_seat_left(self, where, left):
        place = self.place(where, left["seat"])
        is_open = self.seats[place] == open_seat(place + 1)
        require(not self.is_running and not is_open, f"{where}: nobody can leave {place + 1}")
        self.seats[place] = open_seat(place + 1)

    def on_invitation_renewed(self, where, renewed):
        require(not self.is_running, f"{where}: nobody is invited after the start")
        nonce = bytes.fromhex(renewed["nonce"])
        require(len(nonce) == NONCE_BYTES, f"{where}: a nonce has {NONCE_BYTES} bytes")

    def on_started(self, where, _):
        is_full = all(seat != open_seat(seat["seat"]) for seat in self.seats)
        require(is_full and not self.is_running, f"{where}: the match can't start")
        self.is_running = True

    def on_acted(self, where, acted):
        require(acted["seat"] in self.to_act, f"{where}: seat {acted['seat']} is not to act")
        require(1 <= len(acted["actions"]) <= ACTIONS_MAX, f"{where}: too few or many actions")

    def on_resigned(self, where, resigned):
        place = self.place(where, resigned["seat"])
        has_resigned = self.seats[place]["resigned"]
        require(self.is_running and not has_resigned, f"{where}: seat {place + 1} can't resign")
        self.seats[place]["resigned"] = True

    def on_aborted(self, _, aborted):
        self.aborted = aborted

    def on_rewound(self, where, rewound):
        require(rewound["timeline"] > self.timeline, f"{where}: the timeline is not a new one")
        nonce = bytes.fromhex(rewound["nonce"])
        require(len(nonce) == NONCE_BYTES, f"{where}: a nonce has {NONCE_BYTES} bytes")
        self.timeline = rewound["timeline"]
        self.revisions = [self.timeline * TIMELINE_REVISIONS] * len(self.revisions)

    def place(self, where, number):
        require(1 <= number <= len(self.seats), f"{where}: there is no seat {number}")
        return number - 1

    def notice(self, where, entry):
        """Everybody notices a commit, or the one seat whose secret it is."""
        secret_to = entry["secret_to"]
        if secret_to:
            is_own = entry.get("acted", {}).get("seat") == secret_to
            require(is_own and not entry["draws"], f"{where} can't be secret to seat {secret_to}")
        for viewer in range(len(self.revisions)):
            self.revisions[viewer] += secret_to in (0, viewer)
        require(
            entry["revisions"] == self.revisions,
            f"{where}: the revisions should be {self.revisions}, not {entry['revisions']}",
        )

    def check_turn(self, where, entry):
        """Somebody is to act as long as the match runs, and nobody else ever."""
        to_act, is_over = entry["seats_to_act"], "outcome" in entry
        seats = [seat["seat"] for seat in self.seats if seat["seat"] in to_act]
        require(to_act == seats, f"{where}: the seats to act are {to_act}")
        is_awaited = self.is_running and not is_over
        require(bool(to_act) == is_awaited, f"{where}: the seats to act are {to_act}")
        length = 64 if self.is_running else 0
        require(len(entry["state_sha256"]) == length, f"{where} has no proper hash of a state")


def check_name(where, commit, seated):
    """In the chain of commits a name counts by its digest, which outlasts it."""
    name, nonce = seated["seat"]["name"], bytes.fromhex(seated.get("nonce", ""))
    digest = seated.get("name_sha256", "")
    if nonce:
        made = hashlib.sha256(nonce + name.encode()).hexdigest()
        require(made == digest, f"{where}: the name is not the one that sat down")
    elif digest:
        erased = f"Erased {commit}"
        require(name == erased, f"{where}: who was erased is {erased!r}, not {name!r}")


def open_seat(number):
    return {"seat": number, "holder": "SEAT_HOLDER_OPEN", "name": "", "resigned": False}


# The vectors of the document.


def vectors(document):
    """The blocks that are fenced as vectors, each as a table of its lines."""
    for block in document.split("```vector\n")[1:]:
        lines = block.split("```")[0].splitlines()
        yield {name.strip(): value.strip() for name, value in (line.split("=") for line in lines)}


def check_vector(vector):
    """Works everything out from the first four lines, the commit and the sides."""
    server_seed = bytes.fromhex(vector["server seed"])
    match_id, commit = vector["match id"], int(vector["commit"])
    seat_seeds = [bytes.fromhex(seed.strip(" -")) for seed in vector["seat seeds"].split(",")]
    first = match_key(server_seed, seat_seeds, match_id)
    key = first
    for nonce in vector.get("nonces", "").split():
        key = rewound_key(key, bytes.fromhex(nonce))
    own = entropy(key, commit)
    draws = [pair.split("/") for pair in vector["draws"].split()]
    stream = words(own)
    made = {
        "commitment": commitment(server_seed, match_id, vector["rules version"]).hex(),
        "salt": salt(seat_seeds).hex(),
        "extracted key": extracted_key(server_seed, seat_seeds).hex(),
        "match key": first.hex(),
        "entropy": own.hex(),
        "key stream": struct.pack("<16I", *chacha20_block(own, 0)).hex(),
        "draws": " ".join(f"{below(stream, int(sides))}/{sides}" for _, sides in draws),
        "bot entropy": bot_entropy(key, commit, int(vector["bot seat"])).hex(),
    }
    for name, value in made.items():
        require(vector[name] == value, f"{name} should be {value}, the page has {vector[name]}")
    return len(draws)


def verdict(check_file, name):
    """What to say of a file, and the exit code that says the same."""
    try:
        with open(name, encoding="utf-8") as file:
            return "ok: " + check_file(file), 0
    except Deviation as deviation:
        return f"deviation: {deviation}", 1
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        return f"not what an export looks like: {error!r}", 64


def check_export(file):
    commits, draws = check(json.load(file))
    return f"{commits} commits, {draws} draws"


def check_document(file):
    draws = [check_vector(vector) for vector in vectors(file.read())]
    return f"{len(draws)} vectors, {sum(draws)} draws"


def main(arguments):
    check_file = check_export
    if arguments[:1] == ["--vectors"]:
        check_file, arguments = check_document, arguments[1:]
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 64
    worst = 0
    for name in arguments:
        told, code = verdict(check_file, name)
        print(told if len(arguments) == 1 else f"{name}: {told}")
        worst = max(worst, code)
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
