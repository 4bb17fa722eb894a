import { expect, test } from 'vitest'
import { readName } from './fileName.ts'

test.each([
  ['report.pdf', 'report.pdf'],
  ['ޙުކުމް 12.pdf', 'ޙުކުމް 12.pdf'],
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['C:\\Users\\a\\report.pdf', 'report.pdf'],
  ['..\\..\\report.pdf', 'report.pdf'],
  ['report\u0000.exe.pdf', 'report.exe.pdf'],
  ['report\r\nSet-Cookie: a=b.pdf', 'reportSet-Cookie: a=b.pdf'],
  ['report\u202efdp.exe', 'reportfdp.exe'],
  ['\u2067report\u2069.pdf', 'report.pdf'],
  ['  ...report.pdf . ', 'report.pdf'],
  ['a"b\'c;d.pdf', 'a"b\'c;d.pdf'],
  ['-o x;$(id).pdf', '-o x;$(id).pdf'],
])('%j is called %j', (given, name) => {
  expect(readName(encodeURIComponent(given))).toBe(name)
})

test('a name of three hundred bytes of Thaana stays as it is', () => {
  const name = `${'ހަ'.repeat(74)}.pdf`
  expect(Buffer.byteLength(name)).toBe(300)
  expect(readName(encodeURIComponent(name))).toBe(name)
})

test('a longer one is shortened, and ends as it did', () => {
  const name = readName(encodeURIComponent(`${'ޙުކުމް'.repeat(60)}.pdf`)) ?? ''
  expect([...name]).toHaveLength(200)
  expect(name).toMatch(/\.pdf$/)
})

test.each(['', '...', '/', '%', '%E0%A4', '%00%0A', 'a%2F'])('%j is no name', (header) => {
  expect(readName(header)).toBeUndefined()
})
