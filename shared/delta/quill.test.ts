import { expect, test } from 'vitest'
import { droppedEmbeds, fromQuill } from './quill.ts'

const mapped = (attributes: Record<string, unknown>) => {
  const { content } = fromQuill({ content: [{ insert: 'a\n', attributes }] }) as { content: { attributes?: object }[] }
  return content[0]?.attributes
}

test('formats of Quill that a judgment has stay as they are', () => {
  const formats = { bold: true, script: 'sub', blockquote: true, indent: 2, table: 'row-1' }
  expect(mapped(formats)).toEqual(formats)
})

test.each([
  [{ align: 'right' }, { align: 'end' }],
  [{ align: 'justify' }, { align: 'justify' }],
  [{ direction: 'rtl' }, undefined],
  [{ header: 5 }, { header: 2 }],
  [{ list: 'checked' }, { list: 'bullet' }],
  [{ size: 'huge' }, { size: '24pt' }],
  [{ size: '40px' }, { size: '24pt' }],
  [{ size: '16px' }, { size: '12pt' }],
  [{ color: '#000000' }, undefined],
  [{ color: '#e60000' }, { color: 'red' }],
  [{ color: '#06c' }, { color: 'blue' }],
  [{ color: '#888888' }, { color: 'gray' }],
  [{ color: 'rgb(230, 0, 0)' }, { color: 'red' }],
  [{ color: 'rgba(0, 102, 204, 0.8)' }, { color: 'blue' }],
  [{ color: 'rgb(0 102 204 / 80%)' }, { color: 'blue' }],
  [{ color: 'rgba(0, 0, 0, 0.8)' }, undefined],
  [{ color: 'black' }, undefined],
  [{ color: 'Navy' }, { color: 'blue' }],
  [{ color: 'gray' }, { color: 'gray' }],
  [{ color: 'rebeccapurple', bold: true }, { bold: true }],
  [{ color: 'url(x)' }, { color: 'url(x)' }],
  [{ size: '1.5em' }, undefined],
  [{ size: 'url(x)' }, { size: 'url(x)' }],
  [{ link: 'javascript:alert(1)' }, undefined],
  [{ background: '#ff0000', font: 'serif', code: true, 'code-block': 'plain' }, undefined],
])('the formats %j of Quill become %j', (before, after) => {
  expect(mapped(before)).toEqual(after)
})

test('embeds of Quill that a judgment does not have are dropped, the text around them stays', () => {
  const embeds = droppedEmbeds.map((name) => ({ insert: { [name]: 'x' } }))
  expect(fromQuill({ content: [{ insert: 'a' }, ...embeds, { insert: 'b\n' }] })).toEqual({
    content: [{ insert: 'a' }, { insert: 'b\n' }],
  })
})

test('a value that is no Delta, and attributes of a judgment, are unchanged', () => {
  for (const value of [
    null,
    3,
    [],
    { content: 'x' },
    { content: [null, { insert: 'a', attributes: { constructor: 1 } }] },
  ])
    expect(fromQuill(value)).toEqual(value)
  expect(mapped({ annotation: 'a', onclick: 'x()' })).toEqual({ annotation: 'a', onclick: 'x()' })
})
