import { type Browser, type BrowserContext, type ConsoleMessage, expect, type Page } from '@playwright/test'
import type { Theme } from '#web/platform/preferences/preferences.ts'
import type { Language } from '#shared/messages.ts'
import { isNightly } from '#test/isNightly.ts'
import { type ApiUser, demoPassword, isAlive, signInApiUser } from './apiUser.ts'

export type Look = { theme?: Theme; language?: Language; width?: number; height?: number }

export type PageOptions = Look & {
  /** The e-mail of the user who is signed in and remembered; without one it is a guest. */
  user?: string | undefined
  password?: string
  /** The address to open. */
  path?: string
  /** Another server than that of the test; the context is isolated. */
  server?: { address: string }
  /** A browser context of its own, for tests that change what a context shares: clock, network, permissions, session. */
  isolated?: boolean
  /** Ignores the Content-Security-Policy of the server; the context is isolated. */
  bypassCSP?: boolean
}

type Slot = { context: BrowserContext; page: Page; sessions: Map<string, ApiUser>; problems: string[] }

/** Animations cost a tenth of the processor time of the browser: only the nightly run has them. */
const reducedMotion = isNightly ? 'no-preference' : 'reduce'

/** A small document of the same origin: the tab keeps its warm renderer while its storage is replaced. */
const resetPath = '/favicon.svg'

/**
 * The tabs of a worker. A test gets a tab that other tests have used, with an empty storage: a fresh context costs a
 * second and has a cold cache.
 */
export class PagePool {
  #browser: Browser
  #address: string
  #free: Slot[] = []

  constructor(browser: Browser, address: string) {
    this.#browser = browser
    this.#address = address
  }

  /** Opens a page. Each page that is open at the same time has its own context and session. */
  async open(options: PageOptions = {}) {
    const slot = (!isIsolated(options) && this.#free.pop()) || (await this.#newSlot(options))
    const { theme = 'mixed', language = 'dv', width = 1440, height = 900, user, path } = options
    const { page, problems } = slot
    const storage = { theme, language, ...(user && { authToken: await this.#tokenOf(slot, user, options) }) }
    await page.setViewportSize({ width, height })
    await page.evaluate(async (items) => {
      sessionStorage.clear()
      localStorage.clear()
      // An opening waits for a deletion that was requested before it.
      for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
    }, storage)
    problems.length = 0
    if (path !== undefined) await page.goto(path)
    return { page, close: () => this.#release(slot, options) }
  }

  async #newSlot({ bypassCSP = false }: PageOptions): Promise<Slot> {
    const context = await this.#browser.newContext({ baseURL: this.#address, bypassCSP, reducedMotion })
    await context.addInitScript(reportPolicyViolations)
    const slot: Slot = { context, page: await newPage(context), sessions: new Map(), problems: [] }
    context.on('console', (message) => {
      if (isProblem(message)) slot.problems.push(`${message.type()}: ${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (error) => slot.problems.push(String(error.error())))
    // A session that a test ends or renews is not used again.
    context.on('request', (request) => {
      if (/\/api\/auth\/(logout|refresh)/.test(request.url())) slot.sessions.clear()
    })
    return slot
  }

  async #tokenOf(slot: Slot, user: string, { password = demoPassword }: PageOptions) {
    const known = slot.sessions.get(user)
    if (known !== undefined && (await isAlive(this.#address, known))) return known.token
    const session = await signInApiUser({ address: this.#address }, user, { password, remember: true })
    slot.sessions.set(user, session)
    return session.token
  }

  /** Resets the tab. Fails when anything was written to the console as an error or a warning, or a script broke. */
  async #release(slot: Slot, options: PageOptions) {
    const { context, page } = slot
    const problems = [...slot.problems]
    if (isIsolated(options)) {
      await context.close()
      // The sessions of a user are limited: the oldest are those of the pages that are used again. A test can have ended it.
      const signOut = ({ call }: ApiUser) => call('auth/logout', {}).catch(() => undefined)
      await Promise.all([...slot.sessions.values()].map(signOut))
    } else {
      await Promise.all(context.pages().map((one) => (one === page ? reset(one) : one.close())))
      if (page.isClosed()) slot.page = await newPage(context)
      this.#free.push(slot)
    }
    expect(problems, 'the console of the page').toEqual([])
  }
}

/** In the page: a violation of the Content-Security-Policy or of Trusted Types is a problem of the console. */
function reportPolicyViolations() {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample, sourceFile }) => {
    console.error(`violates ${effectiveDirective}: ${blockedURI} ${sample} (${sourceFile})`)
  })
}

/** A tab at a document of the server, whose storage can be replaced. */
async function newPage(context: BrowserContext) {
  const page = await context.newPage()
  await page.goto(resetPath, { waitUntil: 'commit' })
  return page
}

const events = ['dialog', 'download', 'popup', 'request', 'requestfinished', 'response', 'websocket'] as const

/** Removes what a test has attached to its tab, and leaves the page, so that it sees nothing of the next test. */
async function reset(page: Page) {
  for (const event of events) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion, forcedColors: null, contrast: null })
  await page.goto(resetPath, { waitUntil: 'commit' })
  await page.mouse.move(-1, -1)
}

const isIsolated = ({ isolated = false, bypassCSP = false, server }: PageOptions) =>
  isolated || bypassCSP || server !== undefined

/** The browser logs every failed request to the API, and a public page that does not exist; what the page does about it is tested there. */
function isProblem(message: ConsoleMessage) {
  if (message.type() !== 'error' && message.type() !== 'warning') return false
  const text = message.text()
  // A test took the network away, and the live connection is tried again meanwhile.
  if (text.startsWith('WebSocket connection to') && text.includes('ERR_INTERNET_DISCONNECTED')) return false
  // A navigation closes the socket of the page that it leaves.
  if (text.includes('WebSocket is closed before the connection is established')) return false
  // pusher-js sends that a channel is left a turn later; the server may have begun to close the socket of an ended session.
  if (text.includes('WebSocket is already in CLOSING or CLOSED state')) return false
  return !(text.startsWith('Failed to load resource') && /\/(?:api|dp)\//.test(message.location().url))
}
