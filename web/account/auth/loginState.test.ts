import { describe, expect, test } from 'vitest'
import type { Answer } from '#shared/calls/answer.ts'
import type { LoginAnswer } from '#shared/calls/auth.ts'
import { loginBegins, loginReducer, type LoginState, missingIn, outcomeOf } from './loginState.ts'

const saved = { email: 'a@hukum.test', name: 'އަޙްމަދު', avatar: null }
const sending: LoginState = { ...loginBegins(saved), busy: true }
const after = (answer: Answer<LoginAnswer>) => loginReducer(sending, { type: 'answered', answer })
const success = { Status: 'success', Message: 'A sentence.' } as const
const refusal = { Status: 'error', Message: 'Wrong.', code: 'bad-credentials', payload: { errors: {} } } as const
const user = { ...saved, id: 1, subscription: null }
const decodedToken = { created_at: '', expires_at: '', remember: false, abilities: [], user }

describe('an answer to a log-in', () => {
  test('with a decoded token signs in, and the form waits for the next screen', () => {
    const answer = { ...success, decodedToken, encodedToken: 't' }
    expect(outcomeOf(answer)).toEqual({ is: 'signed-in' })
    expect(after(answer)).toEqual(sending)
  })
  test('with a hash asks for a new password', () => {
    expect(outcomeOf({ ...success, hash: 'h' })).toEqual({ is: 'new-password', hash: 'h' })
  })
  test('with a reference asks for a one-time code', () => {
    expect(after({ ...success, otp: true, Reference: 'r' })).toEqual({ ...loginBegins(saved), reference: 'r' })
  })
  test('that refuses shows its message', () => {
    expect(after(refusal)).toMatchObject({ busy: false, problems: { messages: ['Wrong.'] } })
  })
  test('to the second step that refuses stays there', () => {
    const verifying: LoginState = { ...sending, reference: 'r' }
    expect(loginReducer(verifying, { type: 'answered', answer: refusal })).toMatchObject({
      reference: 'r',
      busy: false,
      problems: { messages: ['Wrong.'] },
    })
  })
})

test('while it is being sent there is no message', () => {
  const sent = loginReducer(after(refusal), { type: 'sent' })
  expect(sent).toEqual(sending)
})

test('switching the account forgets the reference and who signed in here last', () => {
  const state: LoginState = { ...loginBegins(saved), reference: 'r' }
  expect(loginReducer(state, { type: 'account-switched' })).toEqual(loginBegins(undefined))
})

test.each([
  [{ email: 'a@hukum.test', password: 'p' }, []],
  [{ email: ' a@hukum.test ', password: 'p' }, []],
  [{ email: 'a', password: 'p' }, ['email']],
  [{ email: 'a@hukum.test', password: '' }, ['password']],
  [{ email: '', password: '' }, ['email', 'password']],
])('of %j is missing %j', (fields, missing) => {
  expect(missingIn(fields)).toEqual(missing)
})
