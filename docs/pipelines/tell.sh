#!/bin/sh
# tell.sh RUN_DIR: sends what a run says of itself, where an address for it is set. A chat that is away fails no run.
#   SUITE_WEBHOOK    gets message.json, with RUN_URL as its last line
#   PUSHGATEWAY_URL  gets metrics.prom, in place of what the run before of this profile said
# The addresses go in by a pipe: they are secrets, and an argument list is read by everybody on the machine.
run=$1
post() { # post ADDRESS TYPE: the body comes on descriptor 3
  { printf 'url = "%s"\n' "$1"; } | curl --config - --fail --silent --show-error --max-time 30 --output /dev/null \
    --header "Content-Type: $2" --data-binary @/dev/fd/3 || echo 'It could not be sent.' >&2
}
if [ -n "${SUITE_WEBHOOK:-}" ] && [ -f "$run/message.json" ]; then
  # Cron's PATH is short and may hold no Node.
  node=$(dirname "$0")/../../node_modules/.bin/node
  [ -x "$node" ] || node=node
  if message=$("$node" --print 'const { text } = JSON.parse(fs.readFileSync(process.argv[1])); JSON.stringify({ text: [text, process.env.RUN_URL ?? ""].join("\n").trim() })' \
    "$run/message.json"); then
    printf '%s' "$message" | { post "$SUITE_WEBHOOK" application/json 3<&0 </dev/null; }
  fi
fi
if [ -n "${PUSHGATEWAY_URL:-}" ] && [ -f "$run/metrics.prom" ]; then
  profile=$(sed -n 's/.*_exit_code{profile="\([a-z]*\)".*/\1/p' "$run/metrics.prom")
  post "$PUSHGATEWAY_URL/metrics/job/platform-api-suite/profile/$profile" text/plain 3<"$run/metrics.prom"
fi
exit 0
