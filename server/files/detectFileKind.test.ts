import { expect, test } from 'vitest'
import { bufferSource } from './byteSource.ts'
import { checkFile } from './detectFileKind.ts'
import type { FileKind } from '#shared/fileKinds.ts'
import { docx, pdf, xlsx, zip } from '#test/files.ts'
import { jpeg, png, webp } from '#test/pictures.ts'

test.each<[FileKind, Buffer]>([
  ['pdf', pdf()],
  ['docx', docx()],
  ['xlsx', xlsx()],
  ['png', png(20, 20)],
  ['jpeg', jpeg(20, 20)],
  ['webp', webp(20, 20)],
  ['png', png(8000, 5000)],
])('a valid %s is accepted', async (kind, bytes) => {
  expect(await checkFile(bufferSource(bytes), kind)).toBeUndefined()
})

const parts = [
  { name: '[Content_Types].xml', content: '<x/>' },
  { name: 'word/document.xml', content: '<x/>' },
]
const manyEntries = Array.from({ length: 1001 }, (_, index) => ({ name: `word/${index}.xml` }))

test.each<[why: string, kind: FileKind, bytes: Buffer, code: string]>([
  ['a page in front of a PDF', 'pdf', Buffer.concat([Buffer.from('<html>'), pdf()]), 'file-kind'],
  ['a picture called PDF', 'pdf', png(8, 8), 'file-kind'],
  ['a zip called PDF', 'pdf', docx(), 'file-kind'],
  ['a PDF that was cut off', 'pdf', pdf().subarray(0, 100), 'file-broken'],
  ['a page called PDF', 'pdf', Buffer.from('<script>1</script>'), 'file-kind'],
  ['a PDF called docx', 'docx', pdf(), 'file-kind'],
  ['an xlsx called docx', 'docx', xlsx(), 'file-kind'],
  ['a docx called xlsx', 'xlsx', docx(), 'file-kind'],
  ['any other zip', 'docx', zip([{ name: 'a.txt', content: 'a' }]), 'file-kind'],
  ['a zip with something in front', 'docx', Buffer.concat([Buffer.from('MZ'), docx()]), 'file-kind'],
  ['a zip with something behind', 'docx', Buffer.concat([docx(), Buffer.from('<script>')]), 'file-broken'],
  ['a zip that was cut off', 'docx', docx().subarray(0, -10), 'file-broken'],
  ['a zip that is locked', 'docx', zip([...parts, { name: 'word/a.xml', locked: true }]), 'file-broken'],
  ['a zip that leads out of itself', 'docx', docx([{ name: '../../evil.xml' }]), 'file-broken'],
  ['a zip with an absolute name', 'docx', docx([{ name: '/etc/passwd' }]), 'file-broken'],
  ['a zip with a drive in a name', 'docx', docx([{ name: 'C:\\evil.xml' }]), 'file-broken'],
  ['a zip of 1,003 entries', 'docx', docx(manyEntries), 'file-broken'],
  [
    'a zip that grows a hundredfold',
    'docx',
    docx([{ name: 'word/a.xml', content: 'a', unpacked: 99_999 }]),
    'file-broken',
  ],
  [
    'a zip that grows over 200 MB',
    'docx',
    docx([{ name: 'word/a.xml', content: 'a'.repeat(3e6), unpacked: 2.1e8 }]),
    'file-broken',
  ],
  ['a document with a program in it', 'docx', docx([{ name: 'word/vbaProject.bin', content: 'x' }]), 'file-broken'],
  ['a PNG called JPEG', 'jpeg', png(8, 8), 'file-kind'],
  ['a picture of 40 million pixels and more', 'png', png(8001, 5000), 'picture-pixels'],
  ['a picture of no height', 'png', png(8, 0), 'file-kind'],
  ['a drawing with scripts', 'png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="1"/>'), 'file-kind'],
])('%s is rejected as %s', async (_why, kind, bytes, code) => {
  expect(await checkFile(bufferSource(bytes), kind)).toBe(code)
})
