import type { Field } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'

const label = (en: string) => ({ dv: en, en })
const base = { model: 'Stage', label: { one: label('Staged'), many: label('Staged') }, dialog: 'lg' } as const

/** Every input and rule that none of the thirteen resources needs. */
const everything: Resource = {
  ...base,
  name: 'everything',
  fields: {
    kind: {
      kind: 'choice',
      choices: ['Plain', 'Secret'],
      default: 'Plain',
      input: 'radio',
      label: label('Kind'),
      form: 1,
    },
    agreed: { kind: 'switch', input: 'checkbox', label: label('Agreed'), form: 2, subText: label('Helps to agree') },
    reason: {
      kind: 'text',
      max: 20,
      label: label('Reason'),
      form: 3,
      rules: 'hidden_if:kind,!Secret|required_if:agreed,true',
    },
    closed: {
      kind: 'text',
      max: 20,
      label: label('Closed'),
      form: 4,
      classes: ['strong'],
      rules: 'disabled_if:reason,%no%',
    },
    day: { kind: 'text', max: 10, input: 'mask', mask: '9999-99-99', label: label('Masked'), form: 5 },
    color: {
      kind: 'text',
      max: 20,
      input: 'color',
      label: label('Colour'),
      form: 6,
      subText: label('As the design names it'),
    },
    court: { kind: 'select', from: 'courts', label: label('Court'), form: 7, children: ['judge'] },
    judge: { kind: 'select', from: 'judges', label: label('Judge'), form: 8 },
    note: { kind: 'textarea', max: 50, label: label('Note'), form: 10, subText: label('Helps with a note') },
    names: {
      kind: 'tags',
      separator: '|',
      max: 90,
      label: label('Names'),
      form: 11,
      subText: label('Helps with names'),
    },
    paper: { kind: 'file', accepts: ['pdf'], label: label('Paper'), form: 12, subText: label('Helps with a paper') },
    parts: {
      kind: 'repeater',
      table: 'parts',
      label: label('Parts'),
      form: 13,
      required: true,
      subText: label('Helps with parts'),
      fields: {
        part: { kind: 'text', max: 20, label: label('Part') },
        made: { kind: 'text', max: 20, readOnly: true, label: label('Made') },
        secret: { kind: 'text', max: 20, permission: 'nobody-has-it', label: label('Kept') },
      },
    },
    category: { kind: 'select', from: 'caseTypes', input: 'nestedselect', label: label('Category'), form: 9 },
  },
}

const texts = Object.fromEntries(
  Array.from({ length: 200 }, (_, place): [string, Field] => [
    `text_${place}`,
    { kind: 'text', max: 200, label: label(`Text ${place}`), form: place + 1 },
  ]),
)

/** As large as no form should be. */
const large: Resource = { ...base, name: 'large', dialog: 'xl', fields: texts }

export const staged = [everything, large]
