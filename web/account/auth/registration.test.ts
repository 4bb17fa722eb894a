import { expect, test } from 'vitest'
import { isProved, type Registration, registrationBegins, registrationReducer } from './registration.ts'

const typed: Registration = registrationReducer(registrationBegins, {
  type: 'typed',
  change: { Email: 'a@hukum.test', Fullname: 'Aminath' },
})
const asked = registrationReducer(typed, { type: 'code-sent', email: 'a@hukum.test', reference: 'r' })
const proved = registrationReducer(asked, { type: 'code-proved', code: '123456' })
const refusal = (code: string, errors: Record<string, string[]> = {}) =>
  ({ type: 'refused', answer: { Status: 'error', Message: 'No.', code, payload: { errors } } }) as const

test('an address leads to its code, and the code to the person', () => {
  expect(asked).toMatchObject({ step: 'code', sent: { email: 'a@hukum.test', reference: 'r' } })
  expect(proved).toMatchObject({ step: 'person', code: '123456' })
})

test('what was typed is kept on every way back', () => {
  const back = registrationReducer(proved, { type: 'went', step: 'email' })
  expect(back).toMatchObject({ step: 'email', typed: { Email: 'a@hukum.test', Fullname: 'Aminath' } })
})

test('an address that was proved needs no second code, another does', () => {
  expect(isProved(asked)).toBe(false)
  expect(isProved(proved)).toBe(true)
  expect(isProved(registrationReducer(proved, { type: 'typed', change: { Email: 'b@hukum.test' } }))).toBe(false)
})

test('a refusal stays at its step with every message', () => {
  const refused = registrationReducer(proved, refusal('invalid', { Password: ['Too common.', 'Too short.'] }))
  expect(refused).toMatchObject({ step: 'person', busy: false, problems: { messages: ['Too common.', 'Too short.'] } })
})

test.each(['code-ended', 'bad-code'])('a last step that is refused for its code (%s) asks for it again', (code) => {
  const refused = registrationReducer(proved, refusal(code))
  expect(refused).toMatchObject({ step: 'code', code: undefined, problems: { messages: ['No.'] } })
})
