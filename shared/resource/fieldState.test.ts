import { describe, expect, test } from 'vitest'
import { analysis } from '#shared/resources/analysis.ts'
import { users } from '#shared/resources/users.ts'
import type { Field } from './field.ts'
import { type Mode, modes, stateOf } from './fieldState.ts'

/** The states of fields in the modes Create, Update and View. */
const { fields } = analysis
const cases: [what: string, field: Field, ...states: string[]][] = [
  ['a field that is always editable', fields.title, 'open', 'open', 'readOnly'],
  ['a field that is editable on update', fields.page_count, 'absent', 'open', 'readOnly'],
  ['the rows that an analysis finds', fields.analysis_judges, 'absent', 'open', 'readOnly'],
  ['a field that the server fills in', fields.confidence_level, 'absent', 'readOnly', 'readOnly'],
  ['the text of a judgment', fields.case_content, 'absent', 'open', 'absent'],
  ['an initial password', users.fields.password, 'readOnly', 'absent', 'absent'],
  ['a field of the list only', fields.case_numbers_text, 'absent', 'absent', 'absent'],
  ['a field without the permission to read it', fields.charge_status, 'absent', 'absent', 'absent'],
]

describe.each(cases)('%s', (_, field, ...states) => {
  test.each(modes.map((mode, index): [Mode, string] => [mode, states[index] ?? '']))(
    'the state in mode %s is %s',
    (mode, state) => {
      expect(stateOf(field, mode, [])).toBe(state)
    },
  )
})
