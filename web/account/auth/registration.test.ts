import { expect, test } from 'vitest'
import { isEmailVerified, type Registration, initialRegistration, registrationReducer } from './registration.ts'

const typed: Registration = registrationReducer(initialRegistration, {
  type: 'input-changed',
  change: { Email: 'a@hukum.test', Fullname: 'Aminath' },
})
const codeSent = registrationReducer(typed, { type: 'code-sent', email: 'a@hukum.test', reference: 'r' })
const verified = registrationReducer(codeSent, { type: 'code-verified', code: '123456' })
const refusal = (code: string, errors: Record<string, string[]> = {}) =>
  ({ type: 'refused', answer: { Status: 'error', Message: 'No.', code, payload: { errors } } }) as const

test('the steps of a registration are the address, its code, and the person', () => {
  expect(codeSent).toMatchObject({ step: 'code', sent: { email: 'a@hukum.test', reference: 'r' } })
  expect(verified).toMatchObject({ step: 'person', code: '123456' })
})

test('a registration keeps the typed values when the user goes back', () => {
  const back = registrationReducer(verified, { type: 'step-changed', step: 'email' })
  expect(back).toMatchObject({ step: 'email', typed: { Email: 'a@hukum.test', Fullname: 'Aminath' } })
})

test('a verified address needs no second code, a changed one does', () => {
  expect(isEmailVerified(codeSent)).toBe(false)
  expect(isEmailVerified(verified)).toBe(true)
  expect(
    isEmailVerified(registrationReducer(verified, { type: 'input-changed', change: { Email: 'b@hukum.test' } })),
  ).toBe(false)
})

test('a refused registration stays at its step with all messages', () => {
  const refused = registrationReducer(verified, refusal('invalid', { Password: ['Too common.', 'Too short.'] }))
  expect(refused).toMatchObject({ step: 'person', busy: false, problems: { messages: ['Too common.', 'Too short.'] } })
})

test.each(['code-ended', 'bad-code'])(
  'a registration refused because of its code (%s) asks for the code again',
  (code) => {
    const refused = registrationReducer(verified, refusal(code))
    expect(refused).toMatchObject({ step: 'code', code: undefined, problems: { messages: ['No.'] } })
  },
)
