import { afterEach, expect, test, vi } from 'vitest'
import { createChallenges } from './challenges.ts'

const challenges = createChallenges('k'.repeat(43))
const session = crypto.randomUUID()
const newChallenge = () => challenges.forSession(session).toString('base64url')

afterEach(() => {
  vi.useRealTimers()
})

test('the challenge of a new passkey is for the session that asked for it', () => {
  const challenge = newChallenge()
  expect(challenges.isOfSession(session, challenge)).toBe(true)
  expect(challenges.isOfSession(crypto.randomUUID(), challenge)).toBe(false)
  expect(createChallenges('m'.repeat(43)).isOfSession(session, challenge)).toBe(false)
  expect(newChallenge()).not.toBe(challenge)
})

test('a challenge of a new passkey is valid for ten minutes', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T00:00:00Z') })
  const challenge = newChallenge()
  vi.setSystemTime(new Date('2026-01-01T00:09:59Z'))
  expect(challenges.isOfSession(session, challenge)).toBe(true)
  vi.setSystemTime(new Date('2026-01-01T00:10:00Z'))
  expect(challenges.isOfSession(session, challenge)).toBe(false)
})

test('a challenge with any byte changed, or of another length, is refused', () => {
  const bytes = challenges.forSession(session)
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(challenges.isOfSession(session, changed.toString('base64url')), String(at)).toBe(false)
  }
  const signIn = challenges.ofSignIn(session)
  for (const other of [
    bytes.subarray(1),
    bytes.subarray(0, -1),
    Buffer.concat([bytes, signIn]),
    signIn,
    Buffer.alloc(0),
  ])
    expect(challenges.isOfSession(session, other.toString('base64url'))).toBe(false)
  expect(challenges.isOfSession(session, `${newChallenge()}=`)).toBe(false)
})

test('a challenge of a sign-in is that of its reference, and proves nothing else', () => {
  const [one, other] = [challenges.ofSignIn('1'), challenges.ofSignIn('2')]
  expect(challenges.ofSignIn('1')).toEqual(one)
  expect(one).toHaveLength(32)
  expect(other).not.toEqual(one)
  expect(challenges.userHandle(1)).not.toEqual(one)
  expect(createChallenges('m'.repeat(43)).ofSignIn('1')).not.toEqual(one)
})

test('the handle of a user is stable, differs between users and installations, and does not have their number', () => {
  const handle = challenges.userHandle(1234)
  expect(challenges.userHandle(1234)).toEqual(handle)
  expect(handle.toString('latin1')).not.toContain('1234')
  expect(challenges.userHandle(1235)).not.toEqual(handle)
  expect(createChallenges('m'.repeat(43)).userHandle(1234)).not.toEqual(handle)
})

test('the handle of a user is the one that an earlier version stored in their authenticator', () => {
  expect(challenges.userHandle(7).toString('base64url')).toBe('OjRpT8jaQcKQ1yneTlHrFEzRcNwiNwk8ypoToBreczM')
})
