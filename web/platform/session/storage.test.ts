import { expect, test } from 'vitest'
import { parseUser } from './storage.ts'

test('a stored user is parsed', () => {
  const user = { email: 'a@hukum.test', name: 'އަޙްމަދު', avatar: 'data:image/png;base64,AA' }
  expect(parseUser(JSON.stringify(user))).toEqual(user)
})

test('a stored user without a name is named by their e-mail address', () => {
  expect(parseUser('{"email":"a@hukum.test","name":""}')).toEqual({
    email: 'a@hukum.test',
    name: 'a@hukum.test',
    avatar: null,
  })
})

test.each([[null], [''], ['null'], ['7'], ['{}'], ['{"email":7,"name":"a"}'], ['{"email":"","name":"a"}']])(
  '%j is not parsed as a user',
  (text) => {
    expect(parseUser(text)).toBeUndefined()
  },
)
