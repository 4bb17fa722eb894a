import { expect, test } from 'vitest'
import { createApiTokens, isApiToken } from './apiTokens.ts'

const tokens = createApiTokens('k'.repeat(43))

test('a token has the prefix and the checksum by which a scanner finds it', () => {
  const token = tokens.create()
  expect(token).toMatch(/^hukum_pat_[0-9A-Za-z]{46}$/)
  expect(isApiToken(token)).toBe(true)
  expect(tokens.hash(token)).toHaveLength(32)
})

test('a token with any other letter has no hash, so that no query looks for it', () => {
  const token = tokens.create()
  for (let at = 'hukum_pat_'.length; at < token.length; at += 1) {
    const other = token[at] === 'a' ? 'b' : 'a'
    expect(tokens.hash(token.slice(0, at) + other + token.slice(at + 1))).toBeUndefined()
  }
  for (const text of ['', 'hukum_pat_', `${token}a`, token.slice(0, -1), token.toUpperCase(), ` ${token}`])
    expect(tokens.hash(text)).toBeUndefined()
})

test('another installation hashes a token differently', () => {
  const token = tokens.create()
  expect(createApiTokens('m'.repeat(43)).hash(token)).not.toEqual(tokens.hash(token))
})

test('the hash of a token that was stored by an earlier version is still found', () => {
  const token = 'hukum_pat_yLu8t2dSzPPvmJb09hGPjYNxtL3sg06qlhicWHEU49sf2p'
  expect(tokens.hash(token)?.toString('base64url')).toBe('9NcCqODTXPOtgco-qCs6KE9UIT80NVen8AKEte9ZbwU')
})
