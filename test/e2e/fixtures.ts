import { test as base, type Page } from '@playwright/test'
import { type ApiUser, signInApiUser } from './apiUser.ts'
import { type PageOptions, PagePool } from './pagePool.ts'
import { longestStart_ms, startTestServer, type TestServer } from './testServer.ts'

export { expect, type Locator, type Page } from '@playwright/test'
export type { ApiUser } from './apiUser.ts'
export type { Look, PageOptions } from './pagePool.ts'

export const staff = 'admin@hukum.test'
export const subscriber = 'subscriber@hukum.test'

export type OpenPage = (options?: PageOptions) => Promise<Page>
type ServerOptions = { env?: Record<string, string>; library?: boolean }

type Options = {
  /** Who is signed in on `page`, and how it looks: set with `test.use`. */
  pageOptions: PageOptions
}

type TestFixtures = Options & {
  /** The server of the test: that of the worker, or one with settings of its own (`testWith`). */
  server: TestServer
  /** Opens one more page on the server of the test; it is checked and reset at the end of the test. */
  openPage: OpenPage
  /** Signs in a user of the API, once in a test: the sessions of a user are limited, and another one ends the oldest. */
  apiUser: (email?: string) => Promise<ApiUser>
  /** A second member of the staff, who works through the API. */
  colleague: ApiUser
}

type WorkerFixtures = {
  /** The server with the demo library that all tests of a worker share. */
  sharedServer: TestServer
  /** A server with other settings or without the library, started once in a worker for the same options. */
  serverWith: (options: ServerOptions) => Promise<TestServer>
  /** The pages of a server. */
  pool: (server: { address: string }) => PagePool
}

// Playwright Test reads the names of a fixture's dependencies from the pattern: `{}` depends on none.
export const test = base.extend<TestFixtures, WorkerFixtures>({
  sharedServer: [
    async ({}, use) => {
      const server = await startTestServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: longestStart_ms },
  ],
  serverWith: [
    async ({}, use) => {
      const start = once((options: ServerOptions) => startTestServer(options), JSON.stringify)
      await use(start)
      for (const server of start.results()) await (await server).stop()
    },
    { scope: 'worker', timeout: longestStart_ms },
  ],
  pool: [
    async ({ browser }, use) => {
      await use(
        once(
          ({ address }: { address: string }) => new PagePool(browser, address),
          ({ address }) => address,
        ),
      )
    },
    { scope: 'worker' },
  ],
  server: ({ sharedServer }, use) => use(sharedServer),
  baseURL: ({ server }, use) => use(server.address),
  pageOptions: [{}, { option: true }],
  openPage: async ({ server, pool }, use) => {
    const opened: { close: () => Promise<void> }[] = []
    await use(async (options) => {
      const one = await pool(options?.server ?? server).open(options)
      opened.push(one)
      return one.page
    })
    for (const { close } of opened.reverse()) await close()
  },
  page: async ({ openPage, pageOptions }, use) => use(await openPage(pageOptions)),
  apiUser: async ({ server }, use) => {
    const signIn = once(
      (email: string) => signInApiUser(server, email),
      (email) => email,
    )
    await use((email = staff) => signIn(email))
    // A test may have ended the session, or stopped the server.
    const signOut = async (user: Promise<ApiUser>) => (await user).call('auth/logout', {}).catch(() => undefined)
    await Promise.all([...signIn.results()].map(signOut))
  },
  colleague: async ({ apiUser }, use) => use(await apiUser()),
})

/** A `test` whose `server` has other settings, or no demo library. */
export const testWith = (options: ServerOptions) =>
  test.extend({ server: async ({ serverWith }, use) => use(await serverWith(options)) })

/** Memoizes a function by a key of its arguments. */
function once<Parameters extends unknown[], Result>(
  create: (...parameters: Parameters) => Result,
  keyOf: (...parameters: Parameters) => string,
) {
  const results = new Map<string, Result>()
  const call = (...parameters: Parameters) => {
    const key = keyOf(...parameters)
    const result = results.get(key) ?? create(...parameters)
    results.set(key, result)
    return result
  }
  return Object.assign(call, { results: () => results.values() })
}
