import { expect, test } from 'vitest'
import type { Field } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'
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

test('what is hidden, disabled or only read is left out of what is sent', () => {
  const values = { title: 'nothing', hidden: 'a', disabled: 'b', made: 'c', secret: 'd', changed: 'e' }
  const sent = (mode: 'Create' | 'Update', title: string) =>
    payloadOf({ resource, mode, abilities: [] }, { ...values, title })
  expect(sent('Create', 'nothing')).toEqual({ title: 'nothing' })
  expect(sent('Update', 'all')).toEqual({ title: 'all', hidden: 'a', disabled: 'b', changed: 'e' })
})

test('rows in which nothing was filled in are dropped', () => {
  const fields = { number: text(), day: text() }
  expect(
    filledRows(fields, [
      { number: '', day: '' },
      { number: '7', day: '' },
    ]),
  ).toEqual([{ number: '7', day: '' }])
})

test('rows of one field are sent as their values, without those that are empty', () => {
  const rows = [{ id: 4, name: 'one' }, { name: 'two' }, { name: ' ' }]
  expect(filledRows({ name: text() }, rows)).toEqual(['one', 'two'])
})

test('rows of several fields say which they are', () => {
  const rows = [{ id: 4, number: '1/A/2020', day: '' }]
  expect(filledRows({ number: text(), day: text() }, rows)).toEqual(rows)
})
