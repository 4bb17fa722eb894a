import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Api } from '#test/api.ts'
import { type ApiClient, apiClient } from '#test/apiClient.ts'
import { buildUser, password } from '#test/factories.ts'
import { allPermissions, rowOf } from '#test/signedInApi.ts'

/** What runs at the same time on the same records. */

export type RaceStage = {
  api: Api
  /** With every permission. */
  staff: ApiClient
  newUser: (can?: string[]) => Promise<{ id: number; version: number; email: string; client: ApiClient }>
  /** Another session of a user, or another client without one. */
  signIn: (email: string) => Promise<ApiClient>
  guest: ApiClient
}

/** `state`: what is left, without ids and other values that differ between rounds. */
export type Racers = {
  calls: (() => Promise<{ status: number; body: Record<string, unknown> }>)[]
  state?: () => Promise<unknown>
}

export type Race = {
  options?: { env: Record<string, string> }
  /** How many calls may succeed when they run one after the other: the outcomes in every order are the oracle. */
  succeed: readonly number[]
  /**
   * Refusals that mean the same: a call whose session the other one ends is refused for that, or, when its session was read
   * before, for what it asks.
   */
  sameRefusals?: readonly string[]
  inShortRun?: true
  /** Opens what the race needs once. Returns a function that makes new records for a round. */
  open: (stage: RaceStage) => Promise<() => Promise<Racers>>
}

export async function openRaceStage(api: Api): Promise<RaceStage> {
  const address = await api.app.listen({ port: 0, host: '127.0.0.1' })
  const signIn = async (email: string) =>
    apiClient(address, String((await api.call('auth/login', { email, password })).body['encodedToken']))
  const newUser: RaceStage['newUser'] = async (can = []) => {
    const email = await buildUser(api.databaseUrl, { can })
    const { rows } = await sql<{ id: number; version: number }>`
      select id, version from users where email = ${email}`.execute(api.db)
    const { id = 0, version = 0 } = rows[0] ?? {}
    return { id, version, email, client: await signIn(email) }
  }
  return { api, staff: (await newUser(allPermissions)).client, newUser, signIn, guest: apiClient(address) }
}

/** Creates a record; the row of the answer. */
export const createRow = async ({ staff }: RaceStage, path: string, input: object) =>
  rowOf(await staff.done(path, input))

/** The value of one column, or undefined without a row. */
export async function valueOf({ db }: Api, query: ReturnType<typeof sql<{ value: unknown }>>) {
  return (await query.execute(db)).rows[0]?.value
}

export const newName = (kind: string) => `${kind} ${randomUUID()}`
