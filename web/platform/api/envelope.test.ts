import { expect, test } from 'vitest'
import { seal } from '#server/http/envelope.ts'
import { isEnvelope, openByLibrary, openEnvelope } from './envelope.ts'

const token = 'a.token.of-a-session'
const about = 'POST /api/g/search 200'
const short = JSON.stringify({ Status: 'success', Message: 'ޙުކުމް' })
const long = JSON.stringify({ Status: 'success', Message: 'ތަޢާރަފު '.repeat(500) })

test.each([
  ['a short answer', short, 0],
  ['a long answer, which is deflated,', long, 1],
])('%s is sealed and opened without loss', async (_name, text, deflated) => {
  const envelope = await seal(text, { token, about })
  expect(envelope.z).toBe(deflated)
  expect(isEnvelope(envelope)).toBe(true)
  expect(await openEnvelope(envelope, { token, about })).toBe(text)
})

test('the JavaScript library decrypts an envelope as WebCrypto does', async () => {
  const envelope = await seal(short, { token, about })
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  const utf8 = (text: string) => new TextEncoder().encode(text)
  const parts = { iv: bytes(envelope.iv), about: utf8(about), sealed: bytes(envelope.ct) }
  const plain = await openByLibrary(utf8(token), bytes(envelope.s), parts)
  expect(new TextDecoder().decode(plain)).toBe(short)
})

test.each([
  ['for another token', { token: 'another', about }],
  ['for another call', { token, about: 'POST /api/g/find 200' }],
  ['for another status', { token, about: 'POST /api/g/search 403' }],
])('an envelope sealed %s cannot be opened', async (_name, key) => {
  const envelope = await seal(short, { token, about })
  await expect(openEnvelope(envelope, key)).rejects.toThrow()
})

test('a plain answer is not taken for an envelope', () => {
  expect(isEnvelope({ Status: 'success', Message: '' })).toBe(false)
  expect(isEnvelope(null)).toBe(false)
  expect(isEnvelope('v')).toBe(false)
  for (const other of [{ v: 1 }, { ct: 'x' }, { v: 2, ct: 'x' }, { v: 1, ct: 7 }]) expect(isEnvelope(other)).toBe(false)
})

test('an answer that is compressed by another thread is opened without loss', async () => {
  const text = JSON.stringify({ data: 'ތަޢާރަފު '.repeat(20_000) })
  expect(await openEnvelope(await seal(text, { token, about }), { token, about })).toBe(text)
})
