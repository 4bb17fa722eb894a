import { describe, expect, test } from 'vitest'
import { analysis } from '#shared/resources/analysis.ts'
import { users } from '#shared/resources/users.ts'
import type { Field } from './field.ts'
import { type Mode, modes, stateOf } from './fieldState.ts'

/** How the fields of a description stand, mode by mode: Create, Update, View. */
const { fields } = analysis
const told: [what: string, field: Field, ...states: string[]][] = [
  ['what is written at any time', fields.title, 'open', 'open', 'readOnly'],
  ['what is written once there is a record', fields.page_count, 'absent', 'open', 'readOnly'],
  ['rows that an analysis finds', fields.analysis_judges, 'absent', 'open', 'readOnly'],
  ['what the server finds out', fields.confidence_level, 'absent', 'readOnly', 'readOnly'],
  ['the text of a judgment', fields.case_content, 'absent', 'open', 'absent'],
  ['a first password', users.fields.password, 'readOnly', 'absent', 'absent'],
  ['what stands in the list only', fields.case_numbers_text, 'absent', 'absent', 'absent'],
  ['what needs a right that is missing', fields.charge_status, 'absent', 'absent', 'absent'],
]

describe.each(told)('%s', (_, field, ...states) => {
  test.each(modes.map((mode, place): [Mode, string] => [mode, states[place] ?? '']))('in %s is %s', (mode, state) => {
    expect(stateOf(field, mode, [])).toBe(state)
  })
})
