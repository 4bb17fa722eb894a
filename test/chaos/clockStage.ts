import type { Api, Caller } from '#test/api.ts'
import { password } from '#test/factories.ts'
import type { openCases } from './caseActions.ts'

export type ClockStage = { api: Api; staff: Caller } & Awaited<ReturnType<typeof openCases>>

export type ClockCheck = {
  options?: { env?: Record<string, string>; limitsScale?: number }
  /** Runs before the jump. Returns what is looked at during it and after it. */
  prepare: (stage: ClockStage) => Promise<{ during: () => Promise<unknown>; after?: () => Promise<unknown> }>
  /** What is expected. */
  during: unknown
  after?: unknown
}

/** Of the application, where no limit is looked at. */
export const many = { limitsScale: 1000 }
export const me = async ({ api }: ClockStage, token: string) =>
  (await api.call('auth/me', undefined, { token, method: 'GET' })).status
export const signIn = async ({ api }: ClockStage, email: string, typed = password) =>
  api.call('auth/login', { email, password: typed })
export const tokenOf = async (stage: ClockStage, email: string) =>
  String((await signIn(stage, email)).body['encodedToken'])
