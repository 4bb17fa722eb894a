import { expect, test } from 'vitest'
import { defaultLayout, parseLayout } from './useGridLayout.ts'

test('a stored column layout is read as it was written', () => {
  const layout = { hidden: ['guard_name'], widths: { name: 240 } }
  expect(parseLayout(JSON.stringify(layout))).toEqual(layout)
})

test.each([null, '', '7', 'null', '{', '{"hidden":"all","widths":[]}', '{"hidden":[7],"widths":{"name":"wide"}}'])(
  'a stored layout of %s is invalid, so the default layout is used',
  (text) => {
    expect(parseLayout(text)).toEqual(defaultLayout)
  },
)
