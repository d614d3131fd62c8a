#!/bin/sh
# state.sh CODE: says what an exit code of the suite means to a pipeline, and ends with it; an empty one comes of a run that left none.
code=${1:-}
case "$code" in
0) level=notice title='Passed' text='Nothing that is shown was seen broken, but for what is known.' ;;
1) level=error title='Failed' text='Violations, what --fail-on names, or known findings that need a hand. The report says which.' ;;
2) level=error title='No trustworthy answer' text='Settings, keys or the way there: the last lines of the run name it.' ;;
130) level=error title='Interrupted' text='Stopped from outside or out of time. What was done by then is reported.' ;;
'') level=error title='Not run to its end' text='It did not begin, or was ended from outside: the steps above say why.' code=130 ;;
*) level=error title="Ended with $code" text='Not by itself: killed, or a fault of the suite.' ;;
esac
if [ "${GITHUB_ACTIONS:-}" = true ]; then printf '::%s title=%s::%s\n' "$level" "$title" "$text"; else printf '%s: %s\n' "$title" "$text"; fi
exit "$code"
