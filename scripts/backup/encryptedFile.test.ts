import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decrypt, encrypt as encryptAtCost } from './encryptedFile.ts'

const passphrase = 'ކޮޅުފުށި 7 boats at noon'
const chunk = 64 * 1024
/** The lowest cost: each call derives a key. */
const encrypt = (secrets: Buffer, by: string) => encryptAtCost(secrets, by, 1)

test('secrets of any length are decrypted with their passphrase, also when its marks are typed in another order', async () => {
  for (const length of [0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk]) {
    const secrets = randomBytes(length)
    expect((await decrypt(await encrypt(secrets, passphrase), passphrase)).equals(secrets), String(length)).toBe(true)
  }
  const encrypted = await encrypt(Buffer.from('x'), 'caf\u00e9 caf\u00e9 café')
  expect((await decrypt(encrypted, 'cafe\u0301 cafe\u0301 cafe\u0301')).toString()).toBe('x')
})

test('secrets are encrypted under another key and another nonce each time', async () => {
  const [one, other] = await Promise.all([encrypt(Buffer.from('x'), passphrase), encrypt(Buffer.from('x'), passphrase)])
  expect(one.subarray(9, 32)).not.toEqual(other.subarray(9, 32))
})

test('a passphrase costs a guess 64 MiB of memory', async () => {
  const encrypted = await encryptAtCost(Buffer.from('secret'), passphrase)
  expect(encrypted[8]).toBe(16)
  expect((await decrypt(encrypted, passphrase)).toString()).toBe('secret')
})

test('a wrong passphrase is refused as such', async () => {
  const encrypted = await encrypt(Buffer.from('secret'), passphrase)
  await expect(decrypt(encrypted, `${passphrase}.`)).rejects.toThrow('The passphrase of the secrets is wrong.')
})

test('every changed byte of the encrypted secrets is noticed', async () => {
  const encrypted = await encrypt(Buffer.from('secret'), passphrase)
  for (let at = 0; at < encrypted.length; at += 1) {
    const changed = Buffer.from(encrypted)
    changed[at] = (changed[at] ?? 0) ^ 1
    await expect(decrypt(changed, passphrase), `byte ${at}`).rejects.toThrow(/was changed|is wrong/)
  }
})

test('encrypted chunks that are cut off, left out, repeated, or moved are noticed', async () => {
  const encrypted = await encrypt(randomBytes(2 * chunk + 10), passphrase)
  const header = encrypted.subarray(0, 64)
  const [first, second, last] = [0, 1, 2].map((number) =>
    encrypted.subarray(64 + number * (chunk + 16), 64 + (number + 1) * (chunk + 16)),
  ) as [Buffer, Buffer, Buffer]
  for (const chunks of [
    [first],
    [first, second],
    [second, first, last],
    [first, last],
    [first, first, second, last],
    [],
  ])
    await expect(decrypt(Buffer.concat([header, ...chunks]), passphrase)).rejects.toThrow('was changed')
})
