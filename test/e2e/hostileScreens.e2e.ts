import { compose } from '#server/mail/compose.ts'
import type { PendingEmail } from '#server/mail/kinds.ts'
import { createSeals } from '#server/security/seals.ts'
import { batchesOf } from '#shared/batches.ts'
import { resources } from '#shared/resources/index.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { type ApiUser, expect, type OpenPage, type Page, staff, subscriber, testWith } from './fixtures.ts'
import { fillWithHostileTexts, hostileTexts, separator } from './hostileLibrary.ts'
import { chosen, expectControlToRun, hasRun, recordRuns, showUnsanitized, shownPayloads } from './hostileTexts.ts'
import { isNightly } from '#test/isNightly.ts'
import { nightly } from './nightly.ts'
import { type Visit, visits } from './screenVisits.ts'
import type { TestServer } from './testServer.ts'

/**
 * Hostile texts on every screen, in every address, and in every e-mail: none runs, also without the policy of the page, and
 * with it none is blocked, because none is there to block. A violation is an error of the console, which fails a test.
 * `npm run test:xss` has every screen and payload, the short run one list.
 */

/** A server of its own: other tests read the library. */
const test = testWith({ library: true })
const filled = new Set<string>()

/** Guests see rich texts, of which sanitizing leaves no payload, and permissions have names of a form of their own. */
const withoutTexts: readonly string[] = ['pages of guests', 'list of permissions']
/** The nightly run fills long texts first. */
const longest_ms = 600_000

/** Scrolls through what a screen does not show at once. Returns the numbers of the payloads on the way. */
const scrollThrough = (page: Page) =>
  page.evaluate(async () => {
    const found = new Set<number>()
    const isLong = ({ scrollHeight, clientHeight }: Element) => scrollHeight > clientHeight + 100 && clientHeight > 100
    for (const element of [...document.querySelectorAll('*')].filter(isLong))
      for (let top = 0; top < Math.min(element.scrollHeight, 20_000); top += 400) {
        element.scrollTop = top
        await new Promise((resolve) => requestAnimationFrame(resolve))
        const text = document.documentElement.textContent
        for (const [, number] of text.matchAll(/(?:t|&#x74;)op\.ran\((\d+)\)/g)) found.add(Number(number))
      }
    return [...found]
  })

test('most hostile texts run where they are not sanitized', nightly, async ({ browser }) => {
  await expectControlToRun(
    browser,
    hostileTexts.flatMap((text) => text.split(separator)),
  )
})

type Opener = { openPage: OpenPage; server: TestServer; apiUser: (email?: string) => Promise<ApiUser> }

/** Visits a screen with hostile texts. A payload that runs before it is recorded is an error of the page. */
async function visitHostile({ openPage, server, apiUser }: Opener, { name, user, run }: Visit, bypassCSP: boolean) {
  if (!filled.has(server.address)) await fillWithHostileTexts(server, await apiUser(staff), [staff, subscriber])
  filled.add(server.address)
  const page = await openPage({ user, isolated: true, bypassCSP })
  await page.addInitScript(recordRuns)
  const seen = new Set<number>()
  const check = async (screen: string) => {
    const isList = resources.some((resource) => resource.name === screen)
    for (const index of isList ? await scrollThrough(page) : []) seen.add(index)
    for (const index of await shownPayloads(page)) seen.add(index)
    expect(await hasRun(page), screen).toEqual([])
  }
  await run({ page, language: 'dv', strings: dv, check })
  console.log(
    `${name}${bypassCSP ? ' without the policy' : ''}: shows ${seen.size} of ${chosen.length} payloads, 0 run`,
  )
  if (!withoutTexts.includes(name)) expect(seen.size).toBeGreaterThan(0)
}

for (const visit of visits) {
  test(
    `hostile names, titles and files run on no screen of the ${visit.name}`,
    nightly,
    async ({ openPage, server, apiUser }) => {
      test.setTimeout(longest_ms)
      await visitHostile({ openPage, server, apiUser }, visit, false)
    },
  )
  test(
    `hostile texts run on no screen of the ${visit.name} without the policy of the page`,
    nightly,
    async ({ openPage, server, apiUser }) => {
      test.setTimeout(longest_ms)
      await visitHostile({ openPage, server, apiUser }, visit, true)
    },
  )
}

/** The parameters of an address that a screen reads, or might. */
const addresses = (text: string) => {
  const value = encodeURIComponent(text)
  const parameters = ['q', 'type', 'court', 'years', 'tab', 'ref', 'next', 'hash', 'email', 'SearchQuery', 'Sort']
  const query = parameters.map((name) => `${name}=${value}`).join('&')
  return [`/home?q=${value}`, `/home?${query}#${value}`, `/case?${query}`, `/courts?${query}`, `/dp/${value}`]
}

test(
  'hostile addresses and search queries run nowhere, and a query is shown as it is',
  nightly,
  async ({ openPage }) => {
    test.setTimeout(1_800_000)
    const page = await openPage({ user: staff, isolated: true })
    await page.addInitScript(recordRuns)
    await page.goto('/home')
    const open = (address: string) =>
      page.evaluate(async (to) => {
        history.pushState({}, '', to)
        dispatchEvent(new PopStateEvent('popstate', { state: {} }))
        await new Promise((resolve) => setTimeout(resolve, 150))
      }, address)
    const shown = new Set<number>()
    for (const { html } of chosen)
      for (const address of addresses(html)) {
        await open(address)
        for (const index of await shownPayloads(page)) shown.add(index)
      }
    // Of each address also the first request.
    for (const address of addresses(chosen[0]?.html ?? '')) await page.goto(address)
    expect(await hasRun(page)).toEqual([])
    console.log(`${shown.size} of ${chosen.length} payloads were shown as queries, and none runs.`)
    expect(shown.size).toBeGreaterThan(0.9 * chosen.length)
  },
)

const { seal, open } = createSeals('B'.repeat(43))
const at = '2026-11-21T14:05:09Z'
const emails = (text: string) =>
  Object.entries({
    'new-account': { name: text },
    'role-changed': { name: text, roles: [text] },
    'new-sign-in': { name: text, at, address: text, user_agent: text },
    'session-ended': { name: text, address: text, user_agent: text },
    'email-change': { name: text, email: text, reference: seal(text) },
    locked: { name: text, until: at, address: text },
  }).map(([kind, content]) => ({ id: 1, kind, language: 'both', recipient: text, content }) as PendingEmail)

/** Documents of one page: more would take longer than an assertion waits. */
const batch = 100

test('hostile names run in no e-mail, without a policy of the reader', async ({ browser }) => {
  if (isNightly) test.setTimeout(1_800_000)
  const options = { address: 'https://hukum.test', open }
  // The short run has each payload in one kind of e-mail, and so each kind with other payloads.
  const documents = chosen.flatMap(({ html }, index) =>
    emails(html)
      .filter((_email, kind, all) => isNightly || kind === index % all.length)
      .map((email) => compose(email, { ...options, productName: html }).html),
  )
  expect(documents).toHaveLength((isNightly ? 6 : 1) * chosen.length)
  for (const some of batchesOf(documents, batch)) {
    // The control, which is shown last, runs.
    const shown = [...some, '<img src=x onerror="top.ran(-1)">']
    const page = await showUnsanitized(browser, shown)
    await expect.poll(() => hasRun(page)).toContain(-1)
    expect(await hasRun(page)).toEqual([-1])
    await page.close()
  }
})
