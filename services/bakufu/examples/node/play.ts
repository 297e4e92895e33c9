// Plays Samurai against a bot, at random. In this folder:
//   npm ci && npm run generate
//   npx tsx play.ts http://127.0.0.1:7000
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { create, fromBinary, isMessage } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { MatchService } from "./gen/bakufu/play/v1/match_service_pb.ts";
import { UpdateSchema, type View } from "./gen/bakufu/play/v1/play_pb.ts";
import { StateSchema, Tile } from "./gen/bakufu/samurai/v1/samurai_pb.ts";
import { ErrorInfoSchema, RetryInfoSchema } from "./gen/google/rpc/error_details_pb.ts";

// A match may be silent for long; pings tell a silent connection from a dead one.
const baseUrl = process.argv[2] ?? "http://127.0.0.1:7000";
const api = createClient(MatchService, createGrpcTransport({ baseUrl, pingIntervalMs: 30_000 }));
const mayPass = [Code.Unavailable, Code.ResourceExhausted, Code.DeadlineExceeded];

/** Does the work again until it is answered: with yes, or with a no that will not pass. */
async function patiently<T>(work: () => Promise<T>, seconds = 10): Promise<T> {
  const giveUp = performance.now() + 1000 * seconds;
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ConnectError)) throw error;
      // An error without our ErrorInfo was made on the way: nobody has answered.
      const isOurs = error.findDetails(ErrorInfoSchema).some((info) => info.domain === "bakufu");
      if ((isOurs && !mayPass.includes(error.code)) || performance.now() > giveUp) throw error;
      // Half of the pause is random, so that clients do not come back all at once.
      const pause = Math.min(1000, 20 * 2 ** attempt) * (0.5 + Math.random() / 2);
      const delay = error.findDetails(RetryInfoSchema)[0]?.retryDelay;
      await sleep(Math.max(pause, Number(delay?.seconds ?? 0) * 1e3 + (delay?.nanos ?? 0) / 1e6));
    }
  }
}

const as = (token: string) => ({ timeoutMs: 4000, headers: { authorization: `Bearer ${token}` } });

async function act() {
  const legal = await patiently(() => api.listLegalActions({ matchId }, mine));
  // Who takes back as often as they go on never finishes.
  const choices = legal.actions.filter((choice) => !choice.retracts).map((choice) => choice.action);
  if (choices.length === 0) return; // The update was an old one, and the turn is over.
  const actions = [choices[randomInt(choices.length)]!];
  const request = { matchId, actions, requestId: randomUUID() };
  await patiently(() => api.submitActions(request, mine));
}

/** Plays on after the last update that was worked on, so that none is left out. */
async function watch() {
  const request = { matchId, afterRevision: last.revision, sentences: true };
  for await (const { message } of api.watchMatch(request, { headers: mine.headers })) {
    if (message.case === "closing") return; // The server shuts down; the next one goes on from here.
    // It has lost what came before, and goes on from here.
    const update = message.case === "rewound" ? asUpdate(message.value.view!) : message.value;
    if (!isMessage(update, UpdateSchema)) continue;
    update.sentences.forEach((sentence) => console.log(sentence));
    if (update.seatsToAct.includes(seat)) await act();
    last = update;
  }
}

function asUpdate({ revision, seatsToAct, outcome }: View) {
  return create(UpdateSchema, { revision, seatsToAct, outcome });
}

// A command has one id in all its attempts, so that it happens once.
const wanted = { game: "samurai", seats: 2, requestId: randomUUID() };
const created = await patiently(() => api.createMatch(wanted, { timeoutMs: 4000 }));
const matchId = created.gameMatch!.matchId;
const host = as(created.hostToken);
const place = { matchId, name: "Node", requestId: randomUUID() };
const { seat, seatToken } = await patiently(() => api.sitDown(place, { timeoutMs: 4000 }));
const mine = as(seatToken);
const bot = { matchId, requestId: randomUUID() };
await patiently(() => api.addBot(bot, host));
const start = { matchId, requestId: randomUUID() };
await patiently(() => api.startMatch(start, host));
console.log(`Match ${matchId}, seat ${seat}`);

let last = create(UpdateSchema);
while (!last.outcome) await patiently(watch, Infinity);

// The state in a view is the game's own message. Our hand is in it, the bot's is face down.
const { view } = await patiently(() => api.getView({ matchId }, mine));
const player = fromBinary(StateSchema, view!.state).players[seat - 1]!;
const { helmets, buddhas, rice } = player.capturedOpen!;
console.log("In hand:", ...player.hand.map((tile) => Tile[tile]));
console.log(`Captured: ${helmets} helmets, ${buddhas} buddhas, ${rice} rice`);
for (const { rank, seat, score } of last.outcome.standings) {
  const lines = score.map((line) => `${line.label} ${line.value}`);
  console.log(`${rank}. seat ${seat}: ${lines.join(", ")}`);
}
