import { expect, test } from 'vitest'
import { decodeBase64url } from './base64url.ts'

test('bytes are read in the one spelling that base64url writes', () => {
  expect(decodeBase64url('-_8')).toEqual(Buffer.from([0xfb, 0xff]))
  expect(decodeBase64url('')).toEqual(Buffer.alloc(0))
  for (const other of ['-_8=', '+/8', '-_9', ' -_8', '-_8\n', '-_8!', '-'])
    expect(decodeBase64url(other), other).toBeUndefined()
})
