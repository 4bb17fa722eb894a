import { expect, test } from 'vitest'
import { cleanFileName } from './fileName.ts'

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
])('the file name %j is cleaned to %j', (given, name) => {
  expect(cleanFileName(given)).toBe(name)
})

test('a file name of 300 bytes of Thaana is not truncated', () => {
  const name = `${'ހަ'.repeat(74)}.pdf`
  expect(Buffer.byteLength(name)).toBe(300)
  expect(cleanFileName(name)).toBe(name)
})

test('a file name over the limit is truncated and keeps its extension', () => {
  const name = cleanFileName(`${'ޙުކުމް'.repeat(60)}.pdf`) ?? ''
  expect([...name]).toHaveLength(200)
  expect(name).toMatch(/\.pdf$/)
})

test.each(['', '...', '/', '\u0000\n', 'a/'])('the file name %j is rejected', (name) => {
  expect(cleanFileName(name)).toBeUndefined()
})
