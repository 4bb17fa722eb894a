import { expect, test } from 'vitest'
import { resourceNamed } from '#shared/resources/index.ts'
import { bringTogether } from './conflict.ts'

const configs = resourceNamed('subscriptionConfigs')
const base = { name: 'Yearly', amount: 100, days: 365 }
const change = (by: string, name: string) => ({
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
