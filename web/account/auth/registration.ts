import type { Answer } from '#shared/calls/answer.ts'
import { noProblems, type Problems, problemsIn, withoutProblemsOf } from '#web/platform/api/problems.ts'

/** What a person types on the way to an account; it is kept between the steps. */
export type Person = {
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
  typed: Person
  /** The address that a code was sent to, and the reference of that code. */
  sent: { email: string; reference: string } | undefined
  /** The code that has proved the address. */
  code: string | undefined
  busy: boolean
  problems: Problems
}

export const registrationBegins: Registration = {
  step: 'email',
  typed: { Email: '', Fullname: '', Password: '', Password_confirmation: '', Terms: false },
  sent: undefined,
  code: undefined,
  busy: false,
  problems: noProblems,
}

type RegistrationEvent =
  | { type: 'typed'; change: Partial<Person> }
  | { type: 'sent' }
  | { type: 'code-sent'; email: string; reference: string }
  | { type: 'code-proved'; code: string }
  | { type: 'went'; step: RegistrationStep }
  | { type: 'refused'; answer: Answer }

const still = { busy: false, problems: noProblems }

export function registrationReducer(state: Registration, event: RegistrationEvent): Registration {
  if (event.type === 'typed') return type(state, event.change)
  if (event.type === 'sent') return { ...state, busy: true, problems: noProblems }
  if (event.type === 'code-sent') {
    const { email, reference } = event
    return { ...state, ...still, step: 'code', sent: { email, reference }, code: undefined }
  }
  if (event.type === 'code-proved') return { ...state, ...still, step: 'person', code: event.code }
  if (event.type === 'went') return { ...state, ...still, step: event.step }

  const refused = { ...state, busy: false, problems: problemsIn(event.answer) }
  // The last step cannot mend a code that no longer counts.
  return isAboutCode(event.answer) ? { ...refused, step: 'code', code: undefined } : refused
}

const type = (state: Registration, change: Partial<Person>): Registration => ({
  ...state,
  typed: { ...state.typed, ...change },
  problems: withoutProblemsOf(state.problems, ...Object.keys(change)),
})

const isAboutCode = (answer: Answer) =>
  answer.Status === 'error' && (answer.code === 'code-ended' || answer.code === 'bad-code')

/** Whether the address that is typed is the one that a code has proved. */
export const isProved = ({ typed, sent, code }: Registration) =>
  code !== undefined && sent?.email === typed.Email.trim()
