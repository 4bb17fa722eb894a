import { expect, test } from 'vitest'
import { resourceByName } from '#shared/resources/index.ts'
import { bringTogether, changesBetween } from './conflict.ts'

const configs = resourceByName('subscriptionConfigs')
const base = { name: 'Yearly', amount: 100, days: 365 }
const change = (by: string, name: string, version = 1) => ({
  version,
  at: '2026-01-02T03:04:05Z',
  by,
  action: 'update',
  fields: [{ name, before: null, after: null }],
})

test('what only one of two changed stands as he changed it', () => {
  const mine = { ...base, amount: 120 }
  const theirs = { ...base, days: 366 }
  const { values, clashes, taken } = bringTogether(configs, { base, mine, theirs }, [])
  expect(values).toEqual({ name: 'Yearly', amount: 120, days: 366 })
  expect(clashes).toEqual([])
  expect(taken).toEqual(['days'])
})

test('where both changed the same, mine stands until somebody chooses, and who changed it is told', () => {
  const versions = { base, mine: { ...base, amount: 120 }, theirs: { ...base, amount: 90 } }
  const { values, clashes } = bringTogether(configs, versions, [
    change('Editor', 'days'),
    change('Registrar', 'amount'),
  ])
  expect(values.amount).toBe(120)
  expect(clashes).toEqual([{ name: 'amount', mine: 120, theirs: 90, by: 'Registrar', at: '2026-01-02T03:04:05Z' }])
})

test('two who changed the same to the same do not clash', () => {
  const versions = { base, mine: { ...base, amount: 90 }, theirs: { ...base, amount: 90 } }
  expect(bringTogether(configs, versions, []).clashes).toEqual([])
})

test('who changed a record between two versions is told by these, however many there are of each', () => {
  const changes = [
    change('Editor', 'days', 4),
    change('Editor', 'amount', 4),
    change('Registrar', 'name', 2),
    change('Analyst', 'days', 1),
  ]
  const between = (from: number, to: number) => changesBetween(changes, { from, to }).map(({ by }) => by)
  expect(between(1, 4)).toEqual(['Editor', 'Editor', 'Registrar'])
  expect(between(2, 3)).toEqual([])
  expect(between(1, 2)).toEqual(['Registrar'])
})
