import { expect, test } from 'vitest'
import { asDescribed, readLayout } from './useGridLayout.ts'

test('an arrangement is read as it was kept', () => {
  const layout = { hidden: ['guard_name'], widths: { name: 240 } }
  expect(readLayout(JSON.stringify(layout))).toEqual(layout)
})

test.each([null, '', '7', 'null', '{', '{"hidden":"all","widths":[]}', '{"hidden":[7],"widths":{"name":"wide"}}'])(
  'of %s nothing is understood, so the columns are as described',
  (text) => {
    expect(readLayout(text)).toEqual(asDescribed)
  },
)
