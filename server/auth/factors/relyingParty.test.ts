import { expect, test } from 'vitest'
import { relyingPartyOf } from './relyingParty.ts'

const of = (PUBLIC_URL?: string, PRODUCT_NAME?: string) =>
  relyingPartyOf({ PUBLIC_URL, PRODUCT_NAME } as Parameters<typeof relyingPartyOf>[0])

test('passkeys belong to the host of the public address, and only its own origin may use them', () => {
  const party = of('https://hukum.mv/', 'Library')
  expect(party).toMatchObject({ id: 'hukum.mv', name: 'Library' })
  expect(party?.isOrigin('https://hukum.mv')).toBe(true)
  for (const origin of [
    'http://hukum.mv',
    'https://evil.hukum.mv',
    'https://hukum.mv.evil.test',
    'https://hukum.mv:444',
    '',
  ])
    expect(party?.isOrigin(origin), origin).toBe(false)
})

test('without a public address, passkeys work on localhost at any port and nowhere else', () => {
  const party = of()
  expect(party).toMatchObject({ id: 'localhost', name: 'Hukum' })
  for (const origin of ['http://localhost', 'http://localhost:4000']) expect(party?.isOrigin(origin), origin).toBe(true)
  for (const origin of [
    'https://localhost:4000',
    'http://localhost:',
    'http://localhost:4000a',
    'http://localhost.evil.test',
    'http://evil.test/http://localhost',
    'http://127.0.0.1:4000',
  ])
    expect(party?.isOrigin(origin), origin).toBe(false)
})

test('passkeys are offered on HTTPS and on localhost, and not for an address in numbers', () => {
  expect(of('http://localhost:4000')?.id).toBe('localhost')
  expect(of('https://localhost')?.id).toBe('localhost')
  for (const url of ['http://hukum.mv', 'https://192.0.2.1', 'https://[2001:db8::1]', 'http://127.0.0.1:4000'])
    expect(of(url), url).toBeUndefined()
  // A name may begin or end with a number.
  expect(of('https://1hukum.mv')?.id).toBe('1hukum.mv')
  expect(of('https://hukum.mv1')?.id).toBe('hukum.mv1')
})
