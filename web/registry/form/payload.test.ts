import { expect, test } from 'vitest'
import type { Field } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { problemsOf } from './errors.ts'
import { filledRows, payloadOf } from './payload.ts'

const label = { dv: 'ނަން', en: 'Name' }
const text = (more: Partial<Extract<Field, { kind: 'text' }>> = {}): Field => ({
  kind: 'text',
  max: 20,
  label,
  form: 1,
  ...more,
})
const resource: Resource = {
  name: 'forms',
  model: 'Form',
  label: { one: label, many: label },
  dialog: 'md',
  fields: {
    title: text(),
    hidden: text({ rules: 'hidden_if:title,no%' }),
    disabled: text({ rules: 'disabled_if:title,no%' }),
    made: text({ readOnly: true }),
    secret: text({ permission: 'view-secret' }),
    changed: text({ open: ['Update'] }),
  },
}

test('hidden, disabled, and read-only fields are not sent', () => {
  const values = { title: 'nothing', hidden: 'a', disabled: 'b', made: 'c', secret: 'd', changed: 'e' }
  const sent = (mode: 'Create' | 'Update', title: string) =>
    payloadOf({ resource, mode, abilities: [] }, { ...values, title })
  expect(sent('Create', 'nothing')).toEqual({ title: 'nothing' })
  expect(sent('Update', 'all')).toEqual({ title: 'all', hidden: 'a', disabled: 'b', changed: 'e' })
})

test('blank rows are not sent', () => {
  const fields = { number: text(), day: text() }
  expect(
    filledRows(fields, [
      { number: '', day: '' },
      { number: '7', day: '' },
    ]),
  ).toEqual([{ number: '7', day: '' }])
})

test('a plain text in angle brackets is a value, and rich text of empty tags is none', () => {
  const fields = { name: text({ required: true }), body: { kind: 'richtext', label, form: 2 } satisfies Field }
  const problems = (values: object) =>
    problemsOf({ resource: { ...resource, fields }, mode: 'Create', abilities: [] }, { body: null, ...values })
  expect(problems({ name: '<Draft>' })).toEqual({})
  expect(problems({ name: '\u200b' })).toEqual({ name: 'required' })
  expect(problems({ name: 'a'.repeat(21) })).toEqual({ name: { maximum: 20 } })
  expect(problems({ name: ` ${'a'.repeat(20)} ` })).toEqual({})
  const rows = [
    { name: '<2021>', body: '' },
    { name: '', body: '<p><br></p>' },
  ]
  expect(filledRows(fields, rows)).toEqual([{ name: '<2021>', body: null }])
})

test('rows with a single field are sent as plain values, without blank ones', () => {
  const rows = [{ id: 4, name: 'one' }, { name: 'two' }, { name: ' ' }]
  expect(filledRows({ name: text() }, rows)).toEqual(['one', 'two'])
})

const inner = {
  number: text(),
  closed: text({ required: true, rules: 'hidden_if:number,no%' }),
  held: text({ required: true, rules: 'disabled_if:number,no%' }),
  made: text({ required: true, readOnly: true }),
  secret: text({ required: true, permission: 'view-secret' }),
  changed: text({ required: true, open: ['Update'] }),
}
const withRows: Resource = {
  ...resource,
  fields: { rows: { kind: 'repeater', table: 'rows', label, rowLabel: label, form: 1, fields: inner } },
}
const about = (mode: 'Create' | 'Update') => ({ resource: withRows, mode, abilities: [] })

test('hidden, disabled, and forbidden fields of a row are not sent', () => {
  const row = { number: 'nothing', closed: 'a', held: 'b', made: 'c', secret: 'd', changed: 'e' }
  expect(payloadOf(about('Create'), { rows: [row] })).toEqual({ rows: [{ number: 'nothing' }] })
  expect(payloadOf(about('Update'), { rows: [{ ...row, number: 'all' }] })).toEqual({
    rows: [{ number: 'all', closed: 'a', held: 'b', changed: 'e' }],
  })
})

test('fields of a row that cannot be edited are not required', () => {
  expect(problemsOf(about('Create'), { rows: [{ number: 'nothing' }] })).toEqual({})
  expect(problemsOf(about('Update'), { rows: [{ number: 'all', closed: 'a' }] })).toEqual({
    'rows.0.held': 'required',
    'rows.0.changed': 'required',
  })
})

test('rows with several fields are sent with their ids', () => {
  const rows = [{ id: 4, number: '1/A/2020', day: '' }]
  expect(filledRows({ number: text(), day: text() }, rows)).toEqual(rows)
})
