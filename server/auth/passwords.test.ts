import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashPassword, isPassword } from '#server/auth/passwords.ts'

/** A thousand take a minute; `PASSWORDS=1000` asks for them. */
const numRuns = Number(process.env['PASSWORDS'] ?? 40)

const letter = fc.oneof(
  fc.constantFrom('ހ', 'ށ', 'ނަ', 'ރު', 'ކް', 'ާ', 'ި', ' ', 'e\u0301', '\u00e9', '🌴', '👩‍⚖️', 'ﷲ', '\u200f'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
)
const letters = fc.array(letter, { minLength: 12, maxLength: 60 })

test('a password is known again byte for byte, and one letter more, less or another is another password', async () => {
  await fc.assert(
    fc.asyncProperty(letters, fc.nat(), async (typed, place) => {
      const at = place % typed.length
      const password = typed.join('')
      const hashed = await hashPassword(password)
      expect(await isPassword(password, hashed)).toBe(true)
      const others = [typed.with(at, typed[at] === 'x' ? 'y' : 'x'), typed.toSpliced(at, 1), [...typed, ' ']]
      for (const other of others) expect(await isPassword(other.join(''), hashed)).toBe(false)
    }),
    { numRuns },
  )
}, 240_000)

test('no hash is made twice, and each says how slow it is', async () => {
  const [one, other] = await Promise.all([hashPassword('masdhoni vela'), hashPassword('masdhoni vela')])
  expect(one).not.toBe(other)
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
