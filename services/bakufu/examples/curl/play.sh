#!/usr/bin/env bash
# Plays Samurai against a bot, at random, with nothing but curl and jq:
#   services/bakufu/examples/curl/play.sh http://127.0.0.1:7000
set -euo pipefail
api=${1:-http://127.0.0.1:7000}/bakufu.play.v1.MatchService
json=(-H 'content-type: application/json')

# Whether a text is an answer of the server that would be the same next time.
# What is no error of ours was made on the way: nobody has answered.
is_final() {
  [ -n "$1" ] && jq -e '(.error // .) | has("reason") and (.code | IN(
    "UNAVAILABLE", "RESOURCE_EXHAUSTED", "DEADLINE_EXCEEDED") | not)' <<<"$1" >/dev/null 2>&1
}

# Half of the pause is random, so that clients do not come back all at once.
pause() { # attempt, what came back
  local ms=$((20 << ($1 < 6 ? $1 : 6))) advice
  ((ms < 1000)) || ms=1000
  ms=$((ms / 2 + RANDOM % (ms / 2)))
  advice=$(jq '(.error // .).retryAfterMs // 0' <<<"$2" 2>/dev/null || true)
  ((ms > ${advice:-0})) || ms=$advice
  sleep "$((ms / 1000)).$(printf %03d $((ms % 1000)))"
}

# Makes a call. A command has one id in all its attempts, so that it happens once.
call() { # method, message, token
  local attempt=0 give_up=$((SECONDS + 10)) answer
  until answer=$(curl -s --fail-with-body -m 4 "${json[@]}" ${3:+-H "authorization: Bearer $3"} \
    -d "$2" "$api/$1"); do
    if is_final "$answer" || ((SECONDS > give_up)); then
      echo "$1: $answer" >&2
      return 1
    fi
    pause "$((attempt++))" "$answer"
  done
  echo "$answer"
}

fresh_id() { od -An -N16 -tx1 /dev/urandom | tr -d ' \n'; }

act() {
  # Who takes back as often as they go on never finishes. Without a choice the
  # update was an old one, and the turn is over.
  local legal choices
  legal=$(call ListLegalActions "{\"matchId\": \"$match\"}" "$token")
  mapfile -t choices < <(jq -c '.actions[]? | select(.retracts | not) | .action' <<<"$legal")
  ((${#choices[@]})) || return 0
  local action=${choices[RANDOM % ${#choices[@]}]}
  call SubmitActions "{\"matchId\": \"$match\", \"actions\": [$action],
    \"requestId\": \"$(fresh_id)\"}" "$token" >/dev/null
}

created=$(call CreateMatch "{\"game\": \"samurai\", \"seats\": 2, \"requestId\": \"$(fresh_id)\"}")
match=$(jq -r .gameMatch.matchId <<<"$created")
host=$(jq -r .hostToken <<<"$created")
seated=$(call SitDown "{\"matchId\": \"$match\", \"name\": \"curl\",
  \"requestId\": \"$(fresh_id)\"}")
seat=$(jq .seat <<<"$seated")
token=$(jq -r .seatToken <<<"$seated")
call AddBot "{\"matchId\": \"$match\", \"requestId\": \"$(fresh_id)\"}" "$host" >/dev/null
call StartMatch "{\"matchId\": \"$match\", \"requestId\": \"$(fresh_id)\"}" "$host" >/dev/null
echo "Match $match, seat $seat"

last='{}' attempt=0
until jq -e .update.outcome <<<"$last" >/dev/null; do
  pause "$((attempt++))" '{}'
  # Goes on after the last update that was worked on, so that none is left out.
  watch=$(jq -c --arg match "$match" '{matchId: $match, sentences: true,
    afterRevision: (.update.revision // "0")}' <<<"$last")
  while read -r line; do
    mapfile -t update < <(jq -r --argjson seat "$seat" '.update // empty
      | (.seatsToAct // [] | any(. == $seat)), .sentences[]?' <<<"$line" 2>/dev/null)
    if ((${#update[@]} == 0)); then
      if is_final "$line"; then echo "$line" >&2 && exit 1; fi
      continue # An empty line keeps the connection open; or the server shuts down.
    fi
    ((${#update[@]} == 1)) || printf '%s\n' "${update[@]:1}"
    [ "${update[0]}" = false ] || act
    last=$line
  done < <(curl -sN "${json[@]}" -H "authorization: Bearer $token" \
    -d "$watch" "$api/WatchMatch")
done

# The state in a view is the game's own message. Our hand is in it, the bot's is face down.
call GetView "{\"matchId\": \"$match\"}" "$token" | jq -r --argjson seat "$seat" '
  .view.state.players[$seat - 1] | "In hand: \(.hand // [] | join(" "))", (.capturedOpen
  | "Captured: \(.helmets // 0) helmets, \(.buddhas // 0) buddhas, \(.rice // 0) rice")'
jq -r '.update.outcome.standings[]
  | "\(.rank). seat \(.seat): \([.score[] | "\(.label) \(.value // 0)"] | join(", "))"' <<<"$last"
