import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import type { Evidence } from '../../reports/formats/format.ts'
import { page as render } from '../../reports/page/document.ts'
import type { ReportedRun } from '../recordings/recordings.ts'

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

/** A page that was opened. */
export interface Opened {
  readonly page: Page
  /** What the page asked for besides itself, and what it complained of. */
  readonly requests: readonly string[]
  readonly complaints: readonly string[]
}

/** Writes the page of a run into a file of its own and opens it, as somebody would who was sent it. */
export async function openPage(
  browser: Browser,
  run: ReportedRun & Evidence,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'suite-page-'))
  const file = join(folder, 'index.html')
  writeFileSync(file, render(run.results, run))
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  context.on('close', () => rmSync(folder, { recursive: true, force: true }))
  const page = await context.newPage()
  const requests: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) requests.push(request.url())
  })
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`))
  await page.goto(pathToFileURL(file).href)
  if (options.javaScriptEnabled !== false) await page.locator('#shown:not(:empty)').waitFor()
  return { page, requests, complaints }
}
