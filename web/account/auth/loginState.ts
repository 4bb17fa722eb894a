import type { Answer } from '#shared/calls/answer.ts'
import type { LoginAnswer } from '#shared/calls/auth.ts'
import type { SecondFactor } from '#shared/calls/factors.ts'
import { noProblems, type Problems, problemsIn } from '#web/platform/api/problems.ts'
import type { SavedUser } from '#web/platform/session/storage.ts'
import type { CodeStepReference } from './stepReferences.ts'

/** The state of a log-in. */
export type LoginState = {
  /** The remembered user, for whom only the password is asked. */
  saved: SavedUser | undefined
  /** The reference of the second step, such as a one-time code; undefined in the first step. */
  reference: string | undefined
  /** What the second step accepts, the preferred one first. */
  methods: readonly SecondFactor[]
  /** A request is pending, or the next screen is loading. */
  busy: boolean
  problems: Problems
}

type LoginEvent = { type: 'sent' } | { type: 'answered'; answer: Answer<LoginAnswer> } | { type: 'account-switched' }

/** The first step, or the second one that a reload interrupted. */
export const initialLogin = (saved: SavedUser | undefined, step?: CodeStepReference): LoginState => ({
  saved,
  reference: step?.reference,
  methods: step?.methods ?? [],
  busy: false,
  problems: noProblems,
})

export function loginReducer(state: LoginState, event: LoginEvent): LoginState {
  if (event.type === 'sent') return { ...state, busy: true, problems: noProblems }
  if (event.type === 'account-switched') return initialLogin(undefined)

  const outcome = outcomeOf(event.answer)
  if (outcome.is === 'signed-in' || outcome.is === 'new-password') return { ...state, busy: true }
  if (outcome.is === 'second-step') {
    const { reference, methods } = outcome
    return { ...state, busy: false, reference, methods }
  }
  return { ...state, busy: false, problems: problemsIn(event.answer) }
}

type LoginOutcome =
  | { is: 'signed-in' }
  | { is: 'new-password'; hash: string }
  | { is: 'second-step'; reference: string; methods: readonly SecondFactor[] }
  | { is: 'refused' }

/** What an answer leads to: signed in, a new password, a second step, or an error. */
export function outcomeOf(answer: Answer<LoginAnswer>): LoginOutcome {
  if (answer.Status === 'error') return { is: 'refused' }
  if (answer.decodedToken && answer.encodedToken) return { is: 'signed-in' }
  if (answer.hash !== undefined) return { is: 'new-password', hash: answer.hash }
  if (answer.Reference !== undefined)
    return { is: 'second-step', reference: answer.Reference, methods: answer.Methods ?? ['email'] }
  return { is: 'refused' }
}

export type LoginFields = { email: string; password: string }

/** The fields that are missing or invalid. */
export function missingFields({ email, password }: LoginFields): (keyof LoginFields)[] {
  return [...(isEmail(email) ? [] : (['email'] as const)), ...(password === '' ? (['password'] as const) : [])]
}

/** A loose check of an e-mail address; only the e-mail itself verifies it. */
export const isEmail = (text: string) => /^\S+@\S+$/.test(text.trim())
