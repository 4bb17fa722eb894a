import type { Answer } from '#shared/calls/answer.ts'
import type { LoginAnswer } from '#shared/calls/auth.ts'
import { noProblems, type Problems, problemsIn } from '#web/platform/api/problems.ts'
import type { SavedUser } from '#web/platform/session/storage.ts'

/** Where a log-in stands. */
export type LoginState = {
  /** Who signed in here last; then only the password is asked for. */
  saved: SavedUser | undefined
  /** What the second step, the one-time code, is verified with; undefined in the first. */
  reference: string | undefined
  /** Waiting for an answer, or for the next screen. */
  busy: boolean
  problems: Problems
}

type LoginEvent = { type: 'sent' } | { type: 'answered'; answer: Answer<LoginAnswer> } | { type: 'account-switched' }

export const loginBegins = (saved: SavedUser | undefined): LoginState => ({
  saved,
  reference: undefined,
  busy: false,
  problems: noProblems,
})

export function loginReducer(state: LoginState, event: LoginEvent): LoginState {
  if (event.type === 'sent') return { ...state, busy: true, problems: noProblems }
  if (event.type === 'account-switched') return loginBegins(undefined)

  const outcome = outcomeOf(event.answer)
  if (outcome.is === 'signed-in' || outcome.is === 'new-password') return { ...state, busy: true }
  if (outcome.is === 'one-time-code') return { ...state, busy: false, reference: outcome.reference }
  return { ...state, busy: false, problems: problemsIn(event.answer) }
}

type LoginOutcome =
  | { is: 'signed-in' }
  | { is: 'new-password'; hash: string }
  | { is: 'one-time-code'; reference: string }
  | { is: 'refused' }

/** An answer signs in, asks for a new password, asks for a one-time code, or is a message. */
export function outcomeOf(answer: Answer<LoginAnswer>): LoginOutcome {
  if (answer.Status === 'error') return { is: 'refused' }
  if (answer.decodedToken && answer.encodedToken) return { is: 'signed-in' }
  if (answer.hash !== undefined) return { is: 'new-password', hash: answer.hash }
  if (answer.Reference !== undefined) return { is: 'one-time-code', reference: answer.Reference }
  return { is: 'refused' }
}

export type LoginFields = { email: string; password: string }

/** The fields that cannot be sent as they are. */
export function missingIn({ email, password }: LoginFields): (keyof LoginFields)[] {
  return [...(isEmail(email) ? [] : (['email'] as const)), ...(password === '' ? (['password'] as const) : [])]
}

/** Whether it may be an address; whether it is one, only a letter can tell. */
export const isEmail = (text: string) => /^\S+@\S+$/.test(text.trim())
