import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { Evidence } from '../../reports/formats/format.ts'
import { htmlPage } from '../../reports/page/document.ts'
import type { ReportedRun } from '../recordings/recordings.ts'
import { rendered } from './rendered.ts'

/** The one without windows comes first: it renders the same and takes a sixth less processor time. */
const places = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
)

/** Options that keep Chromium from updates, accounts and traffic of its own. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts the installed Chromium for tests of the page. Throws where there is none: without it, the page is not tested. */
export async function startChromium(): Promise<Browser> {
  const executablePath = places.find((place) => existsSync(place))
  if (executablePath === undefined) {
    throw new Error(
      `The page is tested in a real Chromium and none is at ${places.join(', ')}: apt-get install chromium.`,
    )
  }
  return await chromium.launch({ executablePath, args: quiet })
}

/** How the page is looked at. */
export interface Look {
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'light' | 'dark'
  readonly javaScriptEnabled?: boolean
}

/** A page that was opened. */
export interface Opened {
  readonly page: Page
  /** The addresses that the page asked for besides itself; its console messages, errors and dialogs. */
  readonly requests: readonly string[]
  readonly complaints: readonly string[]
  /** Leaves the page. Its tab may show the next page. */
  close(): Promise<void>
}

/** Tabs that are free again. A new tab takes 1.5 s of processor time before it shows this page, an old one a third of that. */
const idle = new WeakMap<Browser, Page[]>()

async function tabOf(browser: Browser, withScript: boolean): Promise<Page> {
  const tab = withScript ? idle.get(browser)?.pop() : undefined
  return tab ?? (await browser.newPage({ javaScriptEnabled: withScript }))
}

/** Writes the page of a run into a file and opens that file, as a reader of an e-mail would. */
export async function openPage(
  browser: Browser,
  run: ReportedRun & Evidence,
  { viewport = { width: 1280, height: 900 }, colorScheme = 'light', javaScriptEnabled = true }: Look = {},
): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'suite-page-'))
  const file = join(folder, 'index.html')
  writeFileSync(file, rendered(htmlPage, run.results, run))
  const page = await tabOf(browser, javaScriptEnabled)
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, media: null })
  const requests: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) requests.push(request.url())
  })
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`))
  await page.goto(pathToFileURL(file).href)
  if (javaScriptEnabled) await page.locator('#shown:not(:empty)').waitFor()
  const close = async () => {
    await page.removeAllListeners(undefined, { behavior: 'wait' })
    rmSync(folder, { recursive: true, force: true })
    if (!javaScriptEnabled) return await page.close()
    await page.goto('about:blank')
    idle.set(browser, [...(idle.get(browser) ?? []), page])
  }
  return { page, requests, complaints, close }
}
