import { describe, expect, test } from 'vitest'
import type { Answer } from '#shared/calls/answer.ts'
import type { LoginAnswer } from '#shared/calls/auth.ts'
import { loginReducer, type LoginState, messagesOf, missingIn } from './loginState.ts'

const saved = { email: 'a@hukum.test', name: 'އަޙްމަދު', avatar: null }
const ready: LoginState = { saved, phase: { at: 'ready' } }
const after = (answer: Answer<LoginAnswer>) => loginReducer(ready, { type: 'answered', answer }).phase
const success = { Status: 'success', Message: 'A sentence.' } as const

describe('an answer to a log-in', () => {
  test('with a decoded token signs in', () => {
    const user = { ...saved, subscription: null }
    const decodedToken = { created_at: '', expires_at: '', remember: false, abilities: [], user }
    expect(after({ ...success, decodedToken, encodedToken: 't' })).toEqual({ at: 'signed-in' })
  })
  test('with a hash asks for a new password', () => {
    expect(after({ ...success, hash: 'h' })).toEqual({ at: 'new-password', hash: 'h', messages: ['A sentence.'] })
  })
  test('with a reference asks for a one-time code', () => {
    const phase = after({ ...success, otp: true, Reference: 'r' })
    expect(phase).toEqual({ at: 'one-time-code', reference: 'r', messages: ['A sentence.'] })
  })
  test('that refuses shows its message', () => {
    const phase = after({ Status: 'error', Message: 'Wrong.', code: 'bad-credentials', payload: { errors: {} } })
    expect(phase).toEqual({ at: 'refused', messages: ['Wrong.'] })
    expect(messagesOf(phase)).toEqual(['Wrong.'])
  })
  test('with nothing in it is a message', () => {
    expect(after(success)).toEqual({ at: 'refused', messages: ['A sentence.'] })
  })
})

test('while it is being sent there is no message', () => {
  const refused: LoginState = { saved, phase: { at: 'refused', messages: ['Wrong.'] } }
  const sending = loginReducer(refused, { type: 'sent' })
  expect(sending).toEqual({ saved, phase: { at: 'sending' } })
  expect(messagesOf(sending.phase)).toEqual([])
})

test('switching the account asks for the e-mail again', () => {
  expect(loginReducer(ready, { type: 'account-switched' })).toEqual({ saved: undefined, phase: { at: 'ready' } })
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
