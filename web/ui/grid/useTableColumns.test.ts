import { expect, test } from 'vitest'
import { columnsThatFit, fitColumns } from './useTableColumns.ts'

const name = { id: 'name', share: 3 }
const day = { id: 'day', share: 1 }
const actions = { id: 'actions', minWidth: 72, maxWidth: 170, share: 1 }

test('columns fill the available width by their shares', () => {
  expect(fitColumns([name, day], {}, 1000)).toEqual({ name: 750, day: 250 })
})

test('no column exceeds its maximum width, and the others take the rest', () => {
  expect(fitColumns([name, day, actions], {}, 1570)).toEqual({ actions: 170, name: 1050, day: 350 })
})

test('no column is narrower than its minimum width, even if the available width is too small', () => {
  expect(fitColumns([name, day, actions], {}, 200)).toEqual({ name: 112, day: 112, actions: 72 })
  expect(fitColumns([name, day], {}, 400)).toEqual({ name: 288, day: 112 })
})

test('a chosen width stays, within the limits of its column', () => {
  expect(fitColumns([name, day], { day: 300 }, 1000)).toEqual({ day: 300, name: 700 })
  expect(fitColumns([name, actions], { actions: 500 }, 1000)).toEqual({ actions: 170, name: 830 })
  expect(fitColumns([name, day], { day: 1 }, 1000)).toEqual({ day: 72, name: 928 })
})

test('columns that yield are left out one after the other, only where the columns do not fit', () => {
  const court = { id: 'court', yields: 1 }
  const types = { id: 'types', minWidth: 96, yields: 2 }
  expect(columnsThatFit([court, name, day], {}, 336)).toEqual([court, name, day])
  expect(columnsThatFit([court, name, day], {}, 335)).toEqual([name, day])
  expect(columnsThatFit([court, name, day], { day: 300 }, 500)).toEqual([name, day])
  expect(columnsThatFit([types, court, name, day], {}, 320)).toEqual([types, name, day])
  expect(columnsThatFit([types, court, name, day], {}, 319)).toEqual([name, day])
  expect(columnsThatFit([types, court, name, day], {}, 10)).toEqual([name, day])
})
