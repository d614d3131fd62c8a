import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const places = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
)

/** Nothing but the page: no update, no account, no traffic of its own. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts the installed Chromium for tests of the page. Where there is none the tests fail: a page nobody opened is not tested. */
export async function startChromium(): Promise<Browser> {
  const executablePath = places.find((place) => existsSync(place))
  if (executablePath === undefined) {
    throw new Error(
      `The page is tested in a real Chromium and none is at ${places.join(', ')}: apt-get install chromium.`,
    )
  }
  return await chromium.launch({ executablePath, args: quiet })
}
