import { expect, test } from 'vitest'
import { createSeals, type Sealed } from './seals.ts'

const seals = createSeals('k'.repeat(43))
const text = '123456 ޙުކުމް'

test('a sealed secret is opened without loss, and looks different each time', () => {
  const sealed = seals.seal(text)
  expect(seals.open(sealed)).toBe(text)
  expect(seals.open(seals.seal(''))).toBe('')
  expect(seals.seal(text)).not.toBe(sealed)
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('123456')
})

test('a seal of another installation or for another purpose is not opened', () => {
  const sealed = seals.seal(text)
  expect(() => createSeals('m'.repeat(43)).open(sealed)).toThrow()
  expect(() => createSeals('k'.repeat(43), 'hukum/answers/v1').open(sealed)).toThrow()
})

test('a seal with any byte changed or cut is not opened', () => {
  const bytes = Buffer.from(seals.seal(text), 'base64url')
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(() => seals.open(changed.toString('base64url') as Sealed), String(at)).toThrow()
    expect(() => seals.open(bytes.subarray(0, at).toString('base64url') as Sealed), String(at)).toThrow()
  }
})

test('a seal of nothing needs its whole tag, which is harder to guess than a part of it', () => {
  const bytes = Buffer.from(seals.seal(''), 'base64url')
  for (let length = 0; length < bytes.length; length += 1)
    expect(() => seals.open(bytes.subarray(0, length).toString('base64url') as Sealed), String(length)).toThrow()
})

test('a seal is opened in one spelling', () => {
  const sealed = seals.seal(text)
  for (const other of [`${sealed}=`, ` ${sealed}`, `${sealed}\n`])
    expect(() => seals.open(other as Sealed)).toThrow('the seal is not in base64url')
})

test('a seal that an earlier version wrote is opened', () => {
  expect(seals.open('XndWA4isoNLzqMBiVLQTSxPnEa-ozojwRGtedfJLxCt3Qw' as Sealed)).toBe('123456')
})
