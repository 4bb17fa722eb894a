import { expect, test } from 'vitest'
import { analysis } from './analysis.ts'
import { caseFiles } from './caseFiles.ts'
import { courts } from './courts.ts'
import { fieldsToPublish, isPublishedBy, missingToPublish } from './publishing.ts'

const content = { content: [{ insert: 'a\n' }], footnotes: [], annotations: [] }
const complete = { case_content: content, case_types: [{ id: 1 }], closed_date: '2026-01-01', claimant: ['Ali'] }

test('a case is published with a text, a type, a date and a party, and what it lacks is named', () => {
  expect(missingToPublish(caseFiles, complete)).toEqual([])
  expect(missingToPublish(caseFiles, { ...complete, claimant: [], respondant: ['Ali'] })).toEqual([])
  expect(missingToPublish(caseFiles, { ...complete, claimant: [], case_types: [], closed_date: null })).toEqual([
    ['case_types'],
    ['closed_date'],
    ['claimant', 'respondant'],
  ])
  expect(missingToPublish(caseFiles, { ...complete, case_content: { ...content, content: [] } })).toEqual([
    ['case_content'],
  ])
})

test('an analysis is finalized with a text, a type, a date and a party', () => {
  expect(missingToPublish(analysis, {})).toEqual([
    ['case_content'],
    ['case_type'],
    ['date'],
    ['claimant', 'respondant'],
  ])
  expect(
    missingToPublish(analysis, {
      case_content: content,
      case_type: { id: 1 },
      date: '2026-01-01',
      respondant: ['Ali'],
    }),
  ).toEqual([])
})

test('the fields that a published record should have are fields of its resource', () => {
  for (const resource of [caseFiles, analysis]) {
    expect(fieldsToPublish(resource).length).toBeGreaterThan(0)
    for (const name of fieldsToPublish(resource)) expect(resource.fields).toHaveProperty(name)
  }
  expect(fieldsToPublish(courts)).toEqual([])
  expect(missingToPublish(courts, {})).toEqual([])
})

test('only a save that turns the switch on publishes', () => {
  const [on, off] = [{ published: true }, { published: false }]
  expect(isPublishedBy(caseFiles, off, on)).toBe(true)
  expect(isPublishedBy(caseFiles, {}, on)).toBe(true)
  expect(isPublishedBy(caseFiles, on, on)).toBe(false)
  expect(isPublishedBy(caseFiles, on, off)).toBe(false)
  expect(isPublishedBy(caseFiles, off, {})).toBe(false)
  expect(isPublishedBy(analysis, {}, { is_finalized: true })).toBe(true)
  expect(isPublishedBy(analysis, {}, on)).toBe(false)
  expect(isPublishedBy(courts, {}, on)).toBe(false)
})
