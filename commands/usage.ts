/** What the suite can be told, by command. */
export const usage: Readonly<Record<string, string>> = {
  '': `suite: contract and load tests of the Platform API

  suite run nightly|gate|cutover [options]   asks a deployment, judges, reports
  suite rejudge RUN_DIR                      judges a recording again
  suite report RUN_DIR                       renders a run again
  suite catalog [--format table|json|csv|openapi]
  suite serve [--port N] [--style NAME] [--fault NAME] [--limit SPEC] [--production] [--list]
  suite COMMAND --help                       says more

Exit: 0 judged, no violation; 1 violation; 2 no trustworthy answer; 130 interrupted.
`,
  run: `suite run nightly|gate|cutover [options]

  nightly and gate ask development, cutover asks production. The nightly asks contracts and then load; the others
  contracts, and load where a scenario is named.

What is asked
  --target embedded|development|production   another deployment than the profile's
  --only contracts|load                      one half
  --product NAME       --operation "METHOD /path"      --check ID (or its beginning)
  --exclude "METHOD /path"                   never touched, and counted
  --scenario limits|smoke                    k6 scenarios (all of these may be repeated)
  --dry-run                                  prints the plan and sends nothing

How
  --seed N   --concurrency N (16)   --timeout MS (10000)   --max-duration S (gate 300, cutover 900, nightly 3600)
  --wait S                                   how long the target may take to come up
  --min-exercised PERCENT                    less is no trustworthy answer
  --env-file F                               in place of .env; the real environment wins over both

Where to
  --out DIR                                  the run folder (reports/out/<run id>, with latest beside it)
  --quiet                                    the verdict and nothing else

Exit: 0 judged, no violation; 1 violation; 2 no trustworthy answer; 130 interrupted.
`,
  rejudge: `suite rejudge RUN_DIR [--quiet]

  Reads the recording of a run, judges it again and writes its reports again. Nothing is sent.
`,
  report: `suite report RUN_DIR [--quiet]

  Renders a run again from its results.json: the same bytes.
`,
  catalog: `suite catalog [--format table|json|csv|openapi] [--env-file F]

  Prints the catalogue, CATALOG_EXTENSION included, and nothing else.
`,
  serve: `suite serve [options]

  Serves the reference service on loopback until interrupted, and prints the settings that reach it as .env lines.

  --port N             a port of your choice (any that is free)
  --style NAME         another conforming deployment
  --fault NAME         with a planted fault (may be repeated)
  --limit SPEC         the limit of the load key
  --production         prints the settings without DEV_
  --list               the styles, faults and limits that there are
`,
}

/** Commands that the design names and that are not built yet. */
export const notYet = ['merge', 'replay', 'baseline', 'parity', 'known'] as const
