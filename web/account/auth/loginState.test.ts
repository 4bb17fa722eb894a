import { describe, expect, test } from 'vitest'
import type { Answer } from '#shared/calls/answer.ts'
import type { LoginAnswer } from '#shared/calls/auth.ts'
import { initialLogin, loginReducer, type LoginState, missingFields, outcomeOf } from './loginState.ts'

const saved = { email: 'a@hukum.test', name: 'އަޙްމަދު', avatar: null }
const sending: LoginState = { ...initialLogin(saved), busy: true }
const reduceAnswer = (answer: Answer<LoginAnswer>) => loginReducer(sending, { type: 'answered', answer })
const success = { Status: 'success', Message: 'A sentence.' } as const
const refusal = { Status: 'error', Message: 'Wrong.', code: 'bad-credentials', payload: { errors: {} } } as const
const user = { ...saved, id: 1, subscription: null }
const decodedToken = { created_at: '', expires_at: '', remember: false, abilities: [], user }

describe('an answer to a log-in', () => {
  test('a log-in answer with a decoded token signs in, and the form stays busy until the next screen', () => {
    const answer = { ...success, decodedToken, encodedToken: 't' }
    expect(outcomeOf(answer)).toEqual({ is: 'signed-in' })
    expect(reduceAnswer(answer)).toEqual(sending)
  })
  test('a log-in answer with a hash asks for a new password', () => {
    expect(outcomeOf({ ...success, hash: 'h' })).toEqual({ is: 'new-password', hash: 'h' })
  })
  test('a log-in answer with a reference asks for a one-time code', () => {
    expect(reduceAnswer({ ...success, otp: true, Reference: 'r' })).toEqual({
      ...initialLogin(saved),
      reference: 'r',
      methods: ['email'],
    })
  })
  test('a refused log-in shows its message', () => {
    expect(reduceAnswer(refusal)).toMatchObject({ busy: false, problems: { messages: ['Wrong.'] } })
  })
  test('a refused one-time code stays at the second step of the log-in', () => {
    const verifying: LoginState = { ...sending, reference: 'r' }
    expect(loginReducer(verifying, { type: 'answered', answer: refusal })).toMatchObject({
      reference: 'r',
      busy: false,
      problems: { messages: ['Wrong.'] },
    })
  })
})

test('sending the log-in clears its messages', () => {
  const sent = loginReducer(reduceAnswer(refusal), { type: 'sent' })
  expect(sent).toEqual(sending)
})

test('switching the account clears the reference and the remembered user', () => {
  const state: LoginState = { ...initialLogin(saved), reference: 'r' }
  expect(loginReducer(state, { type: 'account-switched' })).toEqual(initialLogin(undefined))
})

test.each([
  [{ email: 'a@hukum.test', password: 'p' }, []],
  [{ email: ' a@hukum.test ', password: 'p' }, []],
  [{ email: 'a', password: 'p' }, ['email']],
  [{ email: 'a@hukum.test', password: '' }, ['password']],
  [{ email: '', password: '' }, ['email', 'password']],
])('the log-in fields %j lack %j', (fields, missing) => {
  expect(missingFields(fields)).toEqual(missing)
})
