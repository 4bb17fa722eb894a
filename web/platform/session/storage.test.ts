import { expect, test } from 'vitest'
import { parseUser, userToStore } from './storage.ts'

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

test('a user is stored when they ask for it or were stored before, and not in place of another user', () => {
  const user = { email: 'a@hukum.test', name: 'A', avatar: null }
  const other = { email: 'b@hukum.test', name: 'B', avatar: null }
  expect(userToStore(undefined, user, { remember: true })).toEqual(user)
  expect(userToStore(undefined, user, { remember: false })).toBeUndefined()
  expect(userToStore(user, { ...user, name: 'New' }, { remember: false })).toEqual({ ...user, name: 'New' })
  expect(userToStore(other, user, { remember: false })).toBeUndefined()
  expect(userToStore(other, user, { remember: true })).toEqual(user)
})
