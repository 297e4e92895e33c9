"""Plays Samurai against a bot, at random. Install, generate and run, from the root:

pip install -r services/bakufu/examples/python/requirements.txt
out=services/bakufu/examples/python; python -m grpc_tools.protoc -I protos \
    --python_out=$out --grpc_python_out=$out $(find protos -name '*.proto')
python $out/play.py 127.0.0.1:7000
"""

import itertools, math, random, sys, time, uuid

import grpc
from google.rpc.error_details_pb2 import ErrorInfo, RetryInfo
from grpc_status import rpc_status

from bakufu.play.v1 import match_service_pb2 as play, match_service_pb2_grpc, play_pb2
from bakufu.samurai.v1 import samurai_pb2 as samurai

MAY_PASS = ("UNAVAILABLE", "RESOURCE_EXHAUSTED", "DEADLINE_EXCEEDED")


def patiently(work, seconds):
    """Does the work again until it is answered: with yes, or with a no that will not pass."""
    give_up = time.monotonic() + seconds
    for attempt in itertools.count():
        try:
            return work()
        except grpc.RpcError as error:
            info, advice = ErrorInfo(), RetryInfo()
            for detail in getattr(rpc_status.from_call(error), "details", []):
                detail.Unpack(info) or detail.Unpack(advice)
            # An error without our ErrorInfo was made on the way: nobody has answered.
            answered = info.domain == "bakufu" and error.code().name not in MAY_PASS
            if answered or time.monotonic() > give_up:
                raise
            # Half of the pause is random, so that clients do not come back all at once.
            pause = min(1, 0.02 * 2**attempt) * random.uniform(0.5, 1)
            time.sleep(max(pause, advice.retry_delay.ToTimedelta().total_seconds()))


def call(method, request, token=()):
    """Makes a call. A command has one id in all its attempts, so that it happens once."""
    if "request_id" in request.DESCRIPTOR.fields_by_name:
        request.request_id = str(uuid.uuid4())
    return patiently(lambda: method(request, timeout=4, metadata=token), seconds=10)


def act():
    legal = call(api.ListLegalActions, play.ListLegalActionsRequest(match_id=match_id), mine)
    # Who takes back as often as they go on never finishes.
    choices = [choice.action for choice in legal.actions if not choice.retracts]
    if choices:  # Otherwise the update was an old one, and the turn is over.
        request = play.SubmitActionsRequest(match_id=match_id, actions=[random.choice(choices)])
        call(api.SubmitActions, request, mine)


def watch():
    """Plays on after the last update that was worked on, so that none is left out."""
    request = play.WatchMatchRequest(match_id=match_id, sentences=True)
    request.after_revision = last.revision
    for message in api.WatchMatch(request, metadata=mine):
        if message.HasField("closing"):
            return  # The server shuts down; the next one goes on from here.
        if message.HasField("rewound"):  # It has lost what came before, and goes on from here.
            now = message.rewound.view
            message.update.revision = now.revision
            message.update.seats_to_act.extend(now.seats_to_act)
            if now.HasField("outcome"):
                message.update.outcome.CopyFrom(now.outcome)
        for sentence in message.update.sentences:
            print(sentence)
        if seat in message.update.seats_to_act:
            act()
        last.CopyFrom(message.update)


# A match may be silent for long; pings tell a silent connection from a dead one.
channel = grpc.insecure_channel(sys.argv[1], [("grpc.keepalive_time_ms", 30_000)])
api = match_service_pb2_grpc.MatchServiceStub(channel)
created = call(api.CreateMatch, play.CreateMatchRequest(game="samurai", seats=2))
match_id, host = created.game_match.match_id, [("authorization", f"Bearer {created.host_token}")]
seated = call(api.SitDown, play.SitDownRequest(match_id=match_id, name="Python"))
seat, mine = seated.seat, [("authorization", f"Bearer {seated.seat_token}")]
call(api.AddBot, play.AddBotRequest(match_id=match_id), host)
call(api.StartMatch, play.StartMatchRequest(match_id=match_id), host)
print(f"Match {match_id}, seat {seat}")

last = play_pb2.Update()
while not last.HasField("outcome"):
    patiently(watch, seconds=math.inf)

# The state in a view is the game's own message. Our hand is in it, the bot's is face down.
view = call(api.GetView, play.GetViewRequest(match_id=match_id), mine).view
player = samurai.State.FromString(view.state).players[seat - 1]
won = player.captured_open
print("In hand:", *map(samurai.Tile.Name, player.hand))
print(f"Captured: {won.helmets} helmets, {won.buddhas} buddhas, {won.rice} rice")
for standing in last.outcome.standings:
    score = ", ".join(f"{line.label} {line.value}" for line in standing.score)
    print(f"{standing.rank}. seat {standing.seat}: {score}")
