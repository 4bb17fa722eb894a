import axeCore from 'axe-core'
import { type Browser, chromium, type ConsoleMessage, type Locator, type Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { Theme } from '#web/platform/preferences/preferences.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { en } from '#web/platform/strings/en.ts'
import type { Language } from '#shared/messages.ts'

/** The address of the server under test. */
export const home = () => process.env['HUKUM_URL'] ?? 'http://127.0.0.1:4000'

export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export type Look = { theme?: Theme; language?: Language; width?: number; height?: number }

/**
 * A page of a browser of its own. The test fails when anything is written to its console as an error or a warning, or
 * when a script breaks; a page that the test opens from it is watched too.
 */
export async function newPage(browser: Browser, look: Look = {}): Promise<Page> {
  const { page, problems } = await openWatched(browser, look)
  onTestFinished(async () => {
    await page.context().close()
    expect(problems).toEqual([])
  })
  return page
}

/** A page that several tests share, and what was wrong on it so far: each test has to say that there was nothing. */
export async function openWatched(browser: Browser, look: Look = {}): Promise<{ page: Page; problems: string[] }> {
  const { theme = 'mixed', language = 'dv', width = 1440, height = 900 } = look
  const context = await browser.newContext({ viewport: { width, height } })
  // On a busy machine a page takes its time, as everywhere here.
  context.setDefaultTimeout(60_000)
  // The choice of the first visit; what the test chooses later stays.
  await context.addInitScript(
    (choices) => {
      // The blank page that every tab begins with has no storage.
      if (location.protocol === 'about:') return
      for (const [key, value] of Object.entries(choices))
        if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
    },
    { theme, language },
  )

  const problems: string[] = []
  context.on('console', (message) => {
    if (isProblem(message)) problems.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => problems.push(String(error.error())))
  return { page: await context.newPage(), problems }
}

/** The browser itself logs every answer that is no success; that the web does something with it is for the tests to say. */
function isProblem(message: ConsoleMessage) {
  if (message.type() !== 'error' && message.type() !== 'warning') return false
  return !(message.text().startsWith('Failed to load resource') && message.location().url.includes('/api/'))
}

/** What axe finds wrong with a page, or with a part of it, one sentence each. */
export async function axe(page: Page, part?: string): Promise<string[]> {
  await page.evaluate(axeCore.source)
  await page.evaluate(atRest)
  const { violations } = await page.evaluate((selector) => window.axe.run(selector ?? document), part)
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`,
  )
}

/**
 * Runs in the browser: colours on their way to others would be measured half-way. A window that opens only begins to move
 * some frames after it is there.
 */
async function atRest() {
  const frame = () =>
    new Promise((settle) => {
      requestAnimationFrame(settle)
      // A tab that is not seen draws none.
      setTimeout(settle, 200)
    })
  const isMoving = () =>
    document.getAnimations().some((one) => {
      const { endTime } = one.effect?.getComputedTiming() ?? {}
      return one.playState === 'running' && endTime !== Infinity
    })
  const end = Date.now() + 10_000
  for (let quiet = 0; quiet < 4 && Date.now() < end; quiet = isMoving() ? 0 : quiet + 1) await frame()
}

/** Waits until it, or something in it, has the focus: a window takes it a moment after it opens, and keys before it go elsewhere. */
export async function takesFocus(what: Locator) {
  await expect.poll(() => what.evaluate((one) => one.contains(document.activeElement))).toBe(true)
}

/** Waits until the page hears what others do. */
export async function isLive(page: Page) {
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['live'])).toBe('connected')
}

declare global {
  interface Window {
    axe: typeof axeCore
  }
}

/** Holds an answer back until the test goes on. */
export function gate() {
  let open: () => void = () => undefined
  const promise = new Promise<undefined>((settle) => {
    open = () => settle(undefined)
  })
  return { promise, goOn: () => open() }
}

/** The sentences that a page shows. */
export async function wordsOf(page: Page) {
  return (await page.evaluate(() => document.documentElement.lang)) === 'en' ? en : dv
}

/** Signs in through the form, from wherever the page is. */
export async function signIn(page: Page, email: string, password: string, { remember = false } = {}) {
  if (!page.url().includes('/login')) await page.goto(`${home()}/login`)
  await page.locator('form').waitFor()
  const { login } = await wordsOf(page)
  const field = page.getByLabel(login.email)
  if (await field.isVisible()) await field.fill(email)
  if (remember) await page.getByLabel(login.remember).check()
  await page.getByLabel(login.password, { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  try {
    await page.waitForURL((url) => url.pathname !== '/login')
  } catch (error) {
    const seen = await page.locator('body').innerText()
    throw new Error(`${email} is not let in; the page says: ${seen}`, { cause: error })
  }
}
