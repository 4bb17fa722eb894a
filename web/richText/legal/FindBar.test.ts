import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { replaceMatches } from './FindBar.tsx'
import { markerEdits } from './markerEdits.ts'
import { schema as extensions } from './schema.ts'

const schema = getSchema(extensions)
const number = '123/Cv-C/2019'

/** The line `no 123/Cv-C/2019 end`, whose number is marked, after every occurrence of a text is replaced. */
function afterReplacing(searched: string, replacement: string): (readonly [text: string, number: unknown])[] {
  const words = `no ${number} end`
  const pieces = [
    { type: 'text', text: 'no ' },
    { type: 'text', text: number, marks: [{ type: 'case_number', attrs: { number } }] },
    { type: 'text', text: ' end' },
  ]
  const doc = Node.fromJSON(schema, { type: 'doc', content: [{ type: 'line', content: pieces }] })
  const state = EditorState.create({ doc, plugins: [markerEdits()] })
  const found = [...words.matchAll(new RegExp(searched, 'g'))].map(({ 0: match, index }) => ({
    from: index + 1,
    to: index + 1 + match.length,
  }))
  const line = state.apply(replaceMatches(state, found, replacement)).doc.firstChild
  return line?.children.map((piece) => [piece.text ?? '', piece.marks[0]?.attrs['number']] as const) ?? []
}

test.each([
  ['its court', 'Cv', 'Cr', '123/Cr-C/2019'],
  ['its first digits', '12', '45', '453/Cv-C/2019'],
  ['its end with the slash', '/2019', '/2020', '123/Cv-C/2020'],
  ['a letter that it has twice', 'C', 'K', '123/Kv-K/2019'],
  ['letters that are removed', '-C', '', '123/Cv/2019'],
])(
  'a marker of which %s is replaced stays one marker, with the number that is written then',
  (_part, searched, replacement, written) => {
    expect(afterReplacing(searched, replacement)).toEqual([
      ['no ', undefined],
      [written, written],
      [' end', undefined],
    ])
  },
)

test.each([
  [number, 'that case'],
  [`${number} end`, 'it'],
])('what replaces a whole marker is no case number: %s', (searched, replacement) => {
  expect(afterReplacing(searched, replacement).map(([, marked]) => marked)).toEqual([undefined])
})
