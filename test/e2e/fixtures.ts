import { test as base, type Page } from '@playwright/test'
import { type ApiUser, signInApiUser } from './apiUser.ts'
import { type PageOptions, PagePool } from './pagePool.ts'
import { startTestServer, type TestServer } from './testServer.ts'

export { expect, type Locator, type Page } from '@playwright/test'
export type { Look, PageOptions } from './pagePool.ts'

export const staff = 'admin@hukum.test'
export const subscriber = 'subscriber@hukum.test'

export type OpenPage = (options?: PageOptions) => Promise<Page>
type ServerEnv = Record<string, string>

type Options = {
  /** Who is signed in on `page`, and how it looks: set with `test.use`. */
  pageOptions: PageOptions
}

type TestFixtures = Options & {
  /** Opens one more page on the server of the test; it is closed and checked at the end of the test. */
  openPage: OpenPage
}

type WorkerFixtures = {
  /** The server with the demo library that all tests of a worker share. */
  server: TestServer
  /** A server with other settings, or with an empty database, started once in a worker for the same settings. */
  serverWith: (env: ServerEnv, options?: { library?: boolean }) => Promise<TestServer>
  /** The pages of a server. */
  pool: (server: TestServer) => PagePool
  /** A user of the API, signed in once in a worker. */
  apiUser: (email?: string) => Promise<ApiUser>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    async ({}, use) => {
      const server = await startTestServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  serverWith: [
    async ({}, use) => {
      const started = new Map<string, Promise<TestServer>>()
      await use((env, options = {}) => {
        const key = JSON.stringify([env, options])
        const server = started.get(key) ?? startTestServer({ env, ...options })
        started.set(key, server)
        return server
      })
      for (const server of started.values()) await (await server).stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  pool: [
    async ({ browser }, use) => {
      const pools = new Map<string, PagePool>()
      await use(({ address }) => {
        const pool = pools.get(address) ?? new PagePool(browser, address)
        pools.set(address, pool)
        return pool
      })
    },
    { scope: 'worker' },
  ],
  apiUser: [
    async ({ server }, use) => {
      const users = new Map<string, Promise<ApiUser>>()
      await use((email = staff) => {
        const user = users.get(email) ?? signInApiUser(server, email)
        users.set(email, user)
        return user
      })
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.address),
  pageOptions: [{}, { option: true }],
  openPage: async ({ server, pool }, use) => {
    const opened: { close: () => Promise<void> }[] = []
    await use(async (options) => {
      const one = await pool(server).open(options)
      opened.push(one)
      return one.page
    })
    for (const { close } of opened.reverse()) await close()
  },
  page: async ({ openPage, pageOptions }, use) => use(await openPage(pageOptions)),
})

/** A test whose `server`, `page` and `openPage` belong to a server with other settings, or with an empty database. */
export const testWith = (env: ServerEnv, options: { library?: boolean } = {}) =>
  test.extend<{ ownServer: TestServer }>({
    ownServer: async ({ serverWith }, use) => use(await serverWith(env, options)),
    baseURL: ({ ownServer }, use) => use(ownServer.address),
    openPage: async ({ ownServer, pool }, use) => {
      const opened: { close: () => Promise<void> }[] = []
      await use(async (pageOptions) => {
        const one = await pool(ownServer).open(pageOptions)
        opened.push(one)
        return one.page
      })
      for (const { close } of opened.reverse()) await close()
    },
  })
