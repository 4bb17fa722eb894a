import type { Answer } from '#shared/calls/answer.ts'
import type { LoginAnswer } from '#shared/calls/auth.ts'
import type { SavedUser } from '#web/session/storage.ts'
import { sentencesOf } from '#web/shell/toasts.ts'

/** Where a log-in stands. `new-password` and `one-time-code` are answers of their own, whose screens are to come. */
export type LoginPhase =
  | { at: 'ready' }
  | { at: 'sending' }
  | { at: 'refused'; messages: string[] }
  | { at: 'new-password'; hash: string; messages: string[] }
  | { at: 'one-time-code'; reference: string; messages: string[] }
  | { at: 'signed-in' }

export type LoginState = {
  /** Who signed in here last; then only the password is asked for. */
  saved: SavedUser | undefined
  phase: LoginPhase
}

export type LoginEvent =
  { type: 'sent' } | { type: 'answered'; answer: Answer<LoginAnswer> } | { type: 'account-switched' }

export function loginReducer(state: LoginState, event: LoginEvent): LoginState {
  if (event.type === 'sent') return { ...state, phase: { at: 'sending' } }
  if (event.type === 'answered') return { ...state, phase: phaseAfter(event.answer) }
  return { saved: undefined, phase: { at: 'ready' } }
}

/** An answer signs in, asks for a new password, asks for a one-time code, or is a message. */
function phaseAfter(answer: Answer<LoginAnswer>): LoginPhase {
  const messages = sentencesOf(answer)
  if (answer.Status === 'error') return { at: 'refused', messages }
  if (answer.decodedToken && answer.encodedToken) return { at: 'signed-in' }
  if (answer.hash !== undefined) return { at: 'new-password', hash: answer.hash, messages }
  if (answer.Reference !== undefined) return { at: 'one-time-code', reference: answer.Reference, messages }
  return { at: 'refused', messages }
}

export const messagesOf = (phase: LoginPhase) => ('messages' in phase ? phase.messages : [])

export type LoginFields = { email: string; password: string }

/** The fields that cannot be sent as they are. */
export function missingIn({ email, password }: LoginFields): (keyof LoginFields)[] {
  return [
    ...(/^\S+@\S+$/.test(email.trim()) ? [] : (['email'] as const)),
    ...(password === '' ? (['password'] as const) : []),
  ]
}
