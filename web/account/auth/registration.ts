import type { Answer } from '#shared/calls/answer.ts'
import { noProblems, type Problems, problemsIn, withoutProblemsOf } from '#web/platform/api/problems.ts'
import type { CodeStepReference } from './stepReferences.ts'

/** The values of a registration, which stay between its steps. */
export type RegistrationInput = {
  Email: string
  Fullname: string
  Password: string
  Password_confirmation: string
  Terms: boolean
}

export const registrationSteps = ['email', 'code', 'person'] as const
export type RegistrationStep = (typeof registrationSteps)[number]

export type Registration = {
  step: RegistrationStep
  typed: RegistrationInput
  /** The address that a code was sent to, and the reference of the code. */
  sent: { email: string; reference: string } | undefined
  /** The code that verified the address. */
  code: string | undefined
  busy: boolean
  problems: Problems
}

export const initialRegistration: Registration = {
  step: 'email',
  typed: { Email: '', Fullname: '', Password: '', Password_confirmation: '', Terms: false },
  sent: undefined,
  code: undefined,
  busy: false,
  problems: noProblems,
}

/** A registration whose code was sent before a reload continues with the code. */
export const restoredRegistration = (sent: CodeStepReference | undefined): Registration =>
  sent
    ? { ...initialRegistration, step: 'code', typed: { ...initialRegistration.typed, Email: sent.email }, sent }
    : initialRegistration

type RegistrationEvent =
  | { type: 'input-changed'; change: Partial<RegistrationInput> }
  | { type: 'sent' }
  | { type: 'code-sent'; email: string; reference: string }
  | { type: 'code-verified'; code: string }
  | { type: 'step-changed'; step: RegistrationStep }
  | { type: 'refused'; answer: Answer }

const idle = { busy: false, problems: noProblems }

export function registrationReducer(state: Registration, event: RegistrationEvent): Registration {
  if (event.type === 'input-changed') return applyInput(state, event.change)
  if (event.type === 'sent') return { ...state, busy: true, problems: noProblems }
  if (event.type === 'code-sent') {
    const { email, reference } = event
    return { ...state, ...idle, step: 'code', sent: { email, reference }, code: undefined }
  }
  if (event.type === 'code-verified') return { ...state, ...idle, step: 'person', code: event.code }
  if (event.type === 'step-changed') return { ...state, ...idle, step: event.step }

  const refused = { ...state, busy: false, problems: problemsIn(event.answer) }
  // An expired code cannot be corrected in the last step.
  return isAboutCode(event.answer) ? { ...refused, step: 'code', code: undefined } : refused
}

const applyInput = (state: Registration, change: Partial<RegistrationInput>): Registration => ({
  ...state,
  typed: { ...state.typed, ...change },
  problems: withoutProblemsOf(state.problems, ...Object.keys(change)),
})

const isAboutCode = (answer: Answer) =>
  answer.Status === 'error' && (answer.code === 'code-ended' || answer.code === 'bad-code')

/** Whether the typed address is the one that the code verified. */
export const isEmailVerified = ({ typed, sent, code }: Registration) =>
  code !== undefined && sent?.email === typed.Email.trim()
