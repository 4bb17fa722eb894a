import { expect, test } from 'vitest'
import { resourceByName } from '#shared/resources/index.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { toPlainText } from '#test/plainText.ts'
import { changeChoices, changesBetween, mergeChanges, startOfDraft } from './conflict.ts'
import { draftOf } from './draftStore.ts'

const configs = resourceByName('subscriptionConfigs')
const base = { name: 'Yearly', amount: 100, days: 365 }
const change = (by: string, name: string, version = 1) => ({
  version,
  at: '2026-01-02T03:04:05Z',
  by,
  action: 'update',
  fields: [{ name, before: null, after: null }],
})

test('a field that one of two users changed takes that value', () => {
  const mine = { ...base, amount: 120 }
  const theirs = { ...base, days: 366 }
  const { values, conflicts, takenFields } = mergeChanges(configs, { base, mine, theirs }, [])
  expect(values).toEqual({ name: 'Yearly', amount: 120, days: 366 })
  expect(conflicts).toEqual([])
  expect(takenFields).toEqual(['days'])
})

test('a field that both users changed is a conflict: it keeps my value and names the other user', () => {
  const versions = { base, mine: { ...base, amount: 120 }, theirs: { ...base, amount: 90 } }
  const { values, conflicts } = mergeChanges(configs, versions, [
    change('Editor', 'days'),
    change('Registrar', 'amount'),
  ])
  expect(values.amount).toBe(120)
  expect(conflicts).toEqual([{ name: 'amount', mine: 120, theirs: 90, by: 'Registrar', at: '2026-01-02T03:04:05Z' }])
})

test('a field that both users changed to the same value is not a conflict', () => {
  const versions = { base, mine: { ...base, amount: 90 }, theirs: { ...base, amount: 90 } }
  expect(mergeChanges(configs, versions, []).conflicts).toEqual([])
})

test('a row of my version that another user has deleted is a new one', () => {
  const rows = (...ids: (number | undefined)[]) =>
    ids.map((id) => ({ ...(id && { id }), number: `${id ?? 9}/SC-A/2020` }))
  const before = { case_numbers: rows(1, 2) }
  const versions = { base: before, mine: { case_numbers: rows(1, 2, undefined) }, theirs: { case_numbers: rows(2) } }
  const { values, conflicts } = mergeChanges(resourceByName('caseFiles'), versions, [])
  const merged = [{ number: '1/SC-A/2020' }, { id: 2, number: '2/SC-A/2020' }, { number: '9/SC-A/2020' }]
  expect(values['case_numbers']).toEqual(merged)
  expect(conflicts).toMatchObject([{ name: 'case_numbers', mine: merged }])
})

test('a draft of an earlier version undoes no change that another user has saved since', () => {
  const draft = draftOf({ base, version: 1 }, { amount: 120 })
  const theirs = { name: 'Yearly', amount: 90, days: 366 }
  const { version, ...start } = startOfDraft(configs, draft, { base: theirs, mine: theirs })
  const { values, conflicts } = mergeChanges(configs, { ...start, theirs }, [])
  expect([version, values]).toEqual([1, { name: 'Yearly', amount: 120, days: 366 }])
  expect(conflicts).toMatchObject([{ name: 'amount', mine: 120, theirs: 90 }])
})

test('a draft of a field that no other user has changed since is no conflict', () => {
  const theirs = { ...base, days: 366 }
  const start = startOfDraft(configs, draftOf({ base, version: 1 }, { amount: 120 }), { base: theirs, mine: theirs })
  expect(mergeChanges(configs, { ...start, theirs }, [])).toMatchObject({
    values: { amount: 120, days: 366 },
    conflicts: [],
  })
})

test('what is typed into other fields before a draft of an earlier version is restored stays', () => {
  const theirs = { ...base, amount: 90 }
  const start = startOfDraft(configs, draftOf({ base, version: 1 }, { amount: 120 }), {
    base,
    mine: { ...base, days: 31 },
  })
  expect(mergeChanges(configs, { ...start, theirs }, []).values).toEqual({ ...base, amount: 120, days: 31 })
})

test('a draft that does not say what it was made from is a conflict in every field that differs', () => {
  const draft = { ...draftOf({ base, version: 1 }, { amount: 120, days: 365 }), base: undefined }
  const start = startOfDraft(configs, draft, { base, mine: base })
  expect(mergeChanges(configs, { ...start, theirs: base }, []).conflicts).toMatchObject([
    { name: 'amount', theirs: 100 },
  ])
})

test('the changes between two versions include all changes of each version', () => {
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

const caseFiles = resourceByName('caseFiles')
const text = (...lines: string[]): Delta => ({
  content: lines.map((line) => ({ insert: `${line}\n` })),
  footnotes: [],
  annotations: [],
})
const stored = text('one alpha', 'two beta', 'three gamma')
const mergeOfTexts = (mine: Delta, theirs: Delta) => {
  const versions = { base: { case_content: stored }, mine: { case_content: mine }, theirs: { case_content: theirs } }
  const { values, ...merged } = mergeChanges(caseFiles, versions, [])
  return { ...merged, lines: toPlainText(values.case_content as Delta).split('\n') }
}

test('the text of a case that two users changed in different paragraphs is merged without a conflict', () => {
  const { lines, conflicts, takenFields } = mergeOfTexts(
    text('one alpha mine', 'two beta', 'three gamma'),
    text('one alpha', 'two beta', 'three theirs'),
  )
  expect(lines).toEqual(['one alpha mine', 'two beta', 'three theirs'])
  expect(conflicts).toEqual([])
  expect(takenFields).toEqual(['case_content'])
})

test('of a paragraph that both users changed my version stays, and another choice keeps what was written since', () => {
  const { lines, conflicts } = mergeOfTexts(
    text('one alpha', 'two mine', 'three gamma'),
    text('one alpha', 'two theirs', 'three gamma'),
  )
  expect(lines[1]).toBe('two mine')
  const merge = conflicts[0]?.merge
  if (!merge) throw new Error('no conflict of the text')
  const current = text('one alpha and more', 'two mine', 'three gamma')
  const choose = (choice: 'theirs' | 'both') =>
    toPlainText(changeChoices(merge, { before: ['mine'], after: [choice] }, current)).split('\n')
  expect(choose('theirs')).toEqual(['one alpha and more', 'two theirs', 'three gamma'])
  expect(choose('both')).toEqual(['one alpha and more', 'two mine', 'two theirs', 'three gamma'])
})
