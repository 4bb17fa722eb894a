import { beforeAll, expect, test } from 'vitest'
import type { Field } from '#shared/resource/field.ts'
import { loadStrings } from '#web/platform/strings/strings.ts'
import { cellText } from './cellText.ts'

const label = { dv: 'ނަން', en: 'Name' }
const show = (field: Record<string, unknown>, value: unknown) => cellText({ label, ...field } as Field, value, 'en')

beforeAll(() => loadStrings('en'))

const level = (from: number, en: string) => ({ from, label: { dv: en, en } })
const levels = [level(85, 'High'), level(60, 'Medium'), level(0, 'Low')]
const switchLabels = { yes: { dv: 'ހުޅުވިފައި', en: 'Open' }, no: { dv: 'ބަންދު', en: 'Closed' } }

test.each<[string, Record<string, unknown>, unknown, string]>([
  ['text', { kind: 'text', max: 9 }, 'Civil Court', 'Civil Court'],
  ['a color of the palette', { kind: 'text', input: 'color' }, 'good', 'Green'],
  ['an icon of the palette', { kind: 'text', input: 'icon' }, 'gavel', 'Gavel'],
  ['a color that is not in the palette', { kind: 'text', input: 'color' }, '#ff0000', '#ff0000'],
  ['a number', { kind: 'number' }, 12.5, '12.5'],
  ['an amount', { kind: 'number', decimals: 2 }, 120.5, '120.50'],
  ['a number below the first level', { kind: 'number', levels }, 0, 'Low'],
  ['a number of a level', { kind: 'number', levels }, 84, 'Medium'],
  ['a number where a level begins', { kind: 'number', levels }, 85, 'High'],
  ['zero', { kind: 'number' }, 0, '0'],
  ['yes', { kind: 'switch' }, true, 'Yes'],
  ['no', { kind: 'switch' }, false, 'No'],
  ['a switch that is on, with its own labels', { kind: 'switch', labels: switchLabels }, true, 'Open'],
  ['a switch that is off, with its own labels', { kind: 'switch', labels: switchLabels }, false, 'Closed'],
  ['a day with its hour', { kind: 'moment', format: 'MMM Do, YYYY HH:mm' }, '2021-03-09T14:05', 'Mar 9th, 2021 14:05'],
  ['a day, the month first', { kind: 'date', format: 'MMM Do, YYYY' }, '2021-03-09', 'Mar 9th, 2021'],
  ['a day', { kind: 'date', format: 'DD MMM YYYY' }, '2021-03-09', '09 Mar 2021'],
  ['a fixed choice', { kind: 'choice', choices: [] }, 'Pending Payment', 'Pending payment'],
  ['a row of another list', { kind: 'select', from: 'courts' }, { id: 1, name: 'High Court' }, 'High Court'],
  [
    'a row by its number',
    { kind: 'select', from: 'caseFiles', shows: 'number' },
    { id: 1, number: '1/HC/2020' },
    '1/HC/2020',
  ],
  ['several rows', { kind: 'multiselect', from: 'judges' }, [{ name: 'A' }, { name: 'B' }], 'A, B'],
  ['tags', { kind: 'tags', separator: '|' }, 'A|B', 'A, B'],
  ['rich text', { kind: 'richtext' }, '<p>One</p>', ' One '],
])('%s is shown as text', (_name, field, value, text) => {
  expect(show(field, value)).toBe(text)
})

test.each([
  'text',
  'number',
  'switch',
  'date',
  'moment',
  'choice',
  'select',
  'multiselect',
  'tags',
  'file',
  'repeater',
])('an empty %s is shown as an empty text', (kind) => {
  expect(show({ kind, format: '', separator: '|' }, null)).toBe('')
  expect(show({ kind, format: '', separator: '|' }, undefined)).toBe('')
})

test('a column with a rootValue shows that part of the value, or its tableDefault if there is none', () => {
  const field = { kind: 'text', max: 9, rootValue: 'court.name', tableDefault: { dv: 'ނެތް', en: 'None' } }
  expect(show(field, { court: { name: 'High Court' } })).toBe('High Court')
  expect(show(field, { court: null })).toBe('None')
  expect(show(field, null)).toBe('None')
})

test('false and 0 are shown as values, not as the tableDefault', () => {
  const tableDefault = { dv: 'ނެތް', en: 'None' }
  expect(show({ kind: 'switch', tableDefault }, false)).toBe('No')
  expect(show({ kind: 'number', tableDefault }, 0)).toBe('0')
})

test('the values of a list are joined with the Dhivehi comma in Dhivehi', () => {
  expect(cellText({ label, kind: 'tags', separator: '|' } as Field, 'ހ|ށ', 'dv')).toBe('ހ، ށ')
})
