import { describe, expect, test } from 'vitest'
import type { Field } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { stateOf } from '#shared/resource/fieldState.ts'
import { limits } from '#shared/limits.ts'
import { analysis } from './analysis.ts'
import { analysisCan, analysisStatuses, changesCharge, chargeStatuses } from './analysisStatuses.ts'
import { resourceByName, resources } from './index.ts'
import { lookupPath } from './lookups.ts'

/** Compares the descriptions with the specification as written there. */

const all: readonly Resource[] = resources
const of = resourceByName
const fieldOf = (path: string): Field | undefined => {
  const [resource = '', name = '', inner = ''] = path.split('.')
  const field: Field | undefined = of(resource).fields[name]
  return field?.kind === 'repeater' && inner !== '' ? field.fields[inner] : field
}
const label = { dv: 'ނަން', en: 'Name' }
/** Maps every resource by name. */
const each = <Value>(select: (resource: Resource) => Value) =>
  Object.fromEntries(all.map((resource) => [resource.name, select(resource)]))
const positioned = (resource: Resource, where: 'list' | 'form') =>
  Object.entries(resource.fields)
    .flatMap(([name, field]) => (field[where] === undefined ? [] : [[name, field[where]] as const]))
    .sort(([, one], [, other]) => one - other)
const namesIn = (resource: Resource, where: 'list' | 'form') => positioned(resource, where).map(([name]) => name)

test('all resources have the names and actions of the specification', () => {
  expect(all.map(({ name }) => name)).toEqual([
    'caseFiles', 'phrases', 'analysis', 'courts', 'judges', 'caseTypes', 'relationTypes', 'caseStatuses',
    'subscriptionConfigs', 'dynamicPages', 'users', 'roles', 'permissions',
  ]) // prettier-ignore
  expect(all.filter(({ actions }) => actions).map(({ name, actions }) => [name, actions])).toEqual([
    ['analysis', ['analyze', 'reanalyze', 'cancel', 'markAsNonChargeable']],
  ])
})

test('the dialog of each resource has the size of the specification', () => {
  expect(each(({ dialog }) => dialog)).toEqual({
    users: 'lg', roles: 'lg', permissions: 'sm', dynamicPages: 'xl', subscriptionConfigs: 'md', phrases: 'lg',
    courts: 'md', judges: 'md', caseTypes: 'md', caseStatuses: 'md', relationTypes: 'md', analysis: 'xl', caseFiles: 'xl',
  }) // prettier-ignore
})

test('the columns of each list are in the order of the specification', () => {
  expect(each((resource) => namesIn(resource, 'list'))).toEqual({
    users: ['name', 'email', 'active'],
    roles: ['name', 'guard_name'],
    permissions: ['name', 'guard_name'],
    dynamicPages: ['name', 'route'],
    // The column days is an addition of ours.
    subscriptionConfigs: ['name', 'amount', 'days'],
    phrases: ['dhivehi_phrase', 'english_phrase', 'arabic_phrase'],
    analysis: [
      'case_numbers_text', 'date', 'title', 'analyzable_page_count', 'content_start_page', 'confidence_level',
    ],
    courts: ['name'],
    judges: ['name'],
    caseTypes: ['name'],
    relationTypes: ['name'],
    caseStatuses: ['name', 'color', 'icon'],
    caseFiles: ['court', 'closed_date', 'case_numbers_text', 'title', 'case_types_text', 'statuses', 'published'],
  }) // prettier-ignore
  expect(Object.fromEntries(positioned(analysis, 'list'))).toMatchObject({
    case_numbers_text: 1, date: 2.1, title: 3, analyzable_page_count: 4.9, content_start_page: 4.9, confidence_level: 5,
  }) // prettier-ignore
  expect(Object.fromEntries(positioned(of('users'), 'list'))).toEqual({ name: 1, email: 3, active: 4 })
})

test('the fields of each form are in the order of the specification', () => {
  expect(Object.fromEntries(positioned(of('users'), 'form'))).toMatchObject({
    name: 1, email: 3, roles: 5, active: 6, is_locked: 7, password: 8,
  }) // prettier-ignore
  expect(namesIn(of('roles'), 'form')).toEqual(['name', 'guard_name', 'permissions'])
  expect(namesIn(of('dynamicPages'), 'form')).toEqual(['name', 'route', 'page_content'])
  // No two fields have the same position.
  for (const resource of all) {
    const positions = positioned(resource, 'form').map(([, position]) => position)
    expect(new Set(positions).size, resource.name).toBe(positions.length)
  }
})

const kinds: Record<string, string> = {
  users: 'name text, email email, roles multiselect, active switch, is_locked switch, password password',
  roles: 'name text, guard_name choice, permissions multiselect',
  permissions: 'name text, guard_name text',
  dynamicPages: 'name text, route text, page_content richtext',
  subscriptionConfigs: 'name text, amount number',
  phrases:
    'dhivehi_phrase text, english_phrase text, arabic_phrase text, published switch, short_meaning textarea, used_cases multiselect, meaning richtext',
  analysis:
    'judgement_number text, court select, title text, claimant tags, respondant tags, date date, case_type select, keywords text, pdf_file file, ext_file link, analysis_warnings repeater, page_count number, scanned_page_count number, content_start_page number, tables_detected number, analyzed_by select, finalized_by select, analyzable_page_count number, diff_percent number, effort_score number, analysis_judges repeater, analysis_case_numbers repeater, case_content document, is_finalized switch, status choice, charge_status choice, confidence_level number, warning_count number, case_numbers_text text, content textarea',
  courts: 'name text',
  judges: 'name text',
  caseTypes: 'name text',
  relationTypes: 'name text',
  caseStatuses: 'name text, color text, icon text',
  caseFiles:
    'court select, closed_date date, title text, case_numbers repeater, case_types multiselect, claimant tags, respondant tags, interpleader tags, judges multiselect, keywords text, statuses multiselect, status_details richtext, pdf_file file, published switch, related_cases repeater, case_content document, case_numbers_text text, case_types_text text',
}

describe('the fields of a resource', () => {
  test.each(Object.entries(kinds))('the fields of %s have the kinds of the specification', (name, specified) => {
    const { fields } = of(name)
    const missing = specified.split(', ').filter((one) => {
      const [field = '', kind] = one.split(' ')
      return fields[field]?.kind !== kind
    })
    expect(missing).toEqual([])
  })
})

test('the repeaters of a record have the fields of the specification', () => {
  const inside = (path: string) => {
    const field = fieldOf(path)
    return field?.kind === 'repeater' ? Object.entries(field.fields).map(([name, { kind }]) => `${name} ${kind}`) : []
  }
  expect(inside('caseFiles.case_numbers')).toEqual(['number text', 'submission_date date', 'registration_date date'])
  expect(inside('caseFiles.related_cases')).toEqual([
    'type select', 'number text', 'status select', 'description richtext',
  ]) // prettier-ignore
  expect(inside('analysis.analysis_judges')).toEqual(['name text'])
  expect(inside('analysis.analysis_case_numbers')).toEqual(['number text'])
  expect(inside('analysis.analysis_warnings')).toEqual(['description text'])
  expect(fieldOf('caseFiles.related_cases.type')).toMatchObject({ from: 'relationTypes' })
  expect(fieldOf('caseFiles.related_cases.status')).toMatchObject({ from: 'caseStatuses' })
})

test('fields have the default values of the specification', () => {
  expect(fieldOf('users.active')).toMatchObject({ default: true })
  expect(fieldOf('users.is_locked')).toMatchObject({ default: true })
  expect(fieldOf('roles.guard_name')).toMatchObject({ choices: ['web'], default: 'web' })
  expect(fieldOf('permissions.guard_name')).toMatchObject({ default: 'web' })
  expect(fieldOf('roles.permissions')).toMatchObject({ from: 'permissions', size: 12 })
})

test('lists have the filters of the specification', () => {
  expect(Object.fromEntries(all.flatMap(({ name, filters }) => (filters ? [[name, filters]] : [])))).toEqual({
    users: { Active: { field: 'active', required: true, default: true } },
    analysis: {
      Court: { field: 'court', required: true, default: 1 },
      Status: { field: 'status', default: 'Pending' },
      // Ours, for those who may see the charge.
      ChargeStatus: { field: 'charge_status' },
    },
    // Published is ours: a case that is not shows so only in its form.
    caseFiles: { Court: { field: 'court', required: true, default: 1 }, Published: { field: 'published' } },
  })
})

test('forms with several steps have the sections of the specification', () => {
  expect(all.filter(({ wizard }) => wizard).map(({ name }) => name)).toEqual(['caseFiles', 'phrases', 'analysis'])
  expect(Object.keys(of('caseFiles').sections ?? {})).toEqual(['general', 'details', 'related', 'content'])
  expect(fieldOf('phrases.meaning')?.section).not.toBe(fieldOf('phrases.short_meaning')?.section)
})

test('read-only fields of an analysis are read-only', () => {
  const read = [
    'ext_file',
    'analysis_warnings',
    'finalized_by',
    'analyzable_page_count',
    'diff_percent',
    'effort_score',
  ]
  for (const name of read)
    expect(fieldOf(`analysis.${name}`), name).toMatchObject({ readOnly: true, form: expect.any(Number) as number })
  // Hidden: stored, but not part of a form.
  expect(fieldOf('analysis.analyzed_by')?.form).toBeUndefined()
})

test('the form of a new analysis shows only its basic section', () => {
  const shown = Object.values(of('analysis').fields).filter((field) => stateOf(field, 'Create', []) !== 'absent')
  expect(new Set(shown.map(({ section }) => section))).toEqual(new Set(['basic']))
  expect(Object.keys(of('analysis').sections ?? {})[0]).toBe('basic')
})

test('fields that are editable on update only are absent on create', () => {
  const changed = ['page_count', 'scanned_page_count', 'content_start_page', 'tables_detected', 'is_finalized', 'case_content'] // prettier-ignore
  for (const name of changed) {
    const field = fieldOf(`analysis.${name}`)
    if (!field) throw new Error(name)
    expect([stateOf(field, 'Create', []), stateOf(field, 'Update', [])], name).toEqual(['absent', 'open'])
  }
})

test('fields hidden in view mode are absent there', () => {
  for (const name of ['analysis.case_content', 'caseFiles.case_content']) {
    const field = fieldOf(name)
    if (!field) throw new Error(name)
    expect(stateOf(field, 'View', [])).toBe('absent')
  }
  expect(stateOf(analysis.fields.is_finalized, 'View', [])).toBe('absent')
  expect(fieldOf('caseFiles.status_details')).toMatchObject({ hiddenWhenNull: true })
  expect(fieldOf('caseFiles.related_cases.description')).toMatchObject({ hiddenWhenNull: true })
  expect(fieldOf('analysis.charge_status')).toMatchObject({ permission: 'view-charge-status' })
})

test('fields of the list only are absent from the form', () => {
  for (const name of ['case_numbers_text', 'case_types_text']) {
    const field = fieldOf(`caseFiles.${name}`)
    expect([field?.list !== undefined, field?.form], name).toEqual([true, undefined])
  }
})

test('text editors have the height of the specification', () => {
  for (const path of ['caseFiles.case_content', 'analysis.case_content'])
    expect(fieldOf(path), path).toMatchObject({ height: '60vh' })
  for (const path of ['caseFiles.status_details', 'caseFiles.related_cases.description'])
    expect(fieldOf(path), path).toMatchObject({ height: '300px' })
})

test('dates have the format of the specification', () => {
  expect(fieldOf('analysis.date')).toMatchObject({ format: 'MMM Do, YYYY' })
  expect(fieldOf('caseFiles.closed_date')).toMatchObject({ format: 'DD MMM YYYY' })
})

test('parties are tags separated by a bar', () => {
  for (const name of ['claimant', 'respondant', 'interpleader'])
    expect(fieldOf(`caseFiles.${name}`), name).toMatchObject({ kind: 'tags', separator: '|' })
})

test('a short meaning has at most 225 letters', () => {
  expect(fieldOf('phrases.short_meaning')).toMatchObject({ kind: 'textarea', max: 225 })
  expect(limits.phrase.short_meaning).toBe(225)
})

test('an analysis has the transitions of the specification', () => {
  expect(analysisStatuses).toEqual(['Pending', 'Analyzed', 'Scanned', 'Finalized', 'Cancelled'])
  const statuses = (act: keyof typeof analysisCan) => analysisStatuses.filter((status) => analysisCan[act]({ status }))
  expect(statuses('analyze')).toEqual(['Pending'])
  expect(statuses('reanalyze')).toEqual(['Analyzed'])
  // Reading a scanned analysis by OCR is an addition of ours.
  expect(statuses('readByOcr')).toEqual(['Scanned'])
  expect(statuses('cancel')).toEqual(['Pending', 'Analyzed', 'Scanned'])
  expect(statuses('markAsNonChargeable')).toEqual(['Analyzed', 'Finalized'])
  expect(statuses('update')).toEqual(['Pending', 'Analyzed', 'Scanned', 'Cancelled'])
  expect(statuses('delete')).toEqual(['Pending', 'Analyzed', 'Scanned', 'Cancelled'])
})

test('an analysis has the charge statuses of the specification', () => {
  expect(chargeStatuses).toEqual([
    'Pending Analysis', 'Non-Chargeable (Pre-Imported)', 'Non-Chargeable (Low Confidence)', 'Non-Chargeable (Scanned)',
    'Non-Chargeable (Manual Cancellation)', 'Pending Payment', 'Paid',
  ]) // prettier-ignore
  expect(chargeStatuses.filter((charge) => changesCharge('cancel', charge))).toEqual([
    'Pending Analysis',
    'Pending Payment',
  ])
})

test('lookups have the paths of the specification', () => {
  const from = (path: string) => {
    const field = fieldOf(path)
    const [name = ''] = path.split('.')
    return field && 'from' in field ? lookupPath({ name }, field) : undefined
  }
  expect(from('users.roles')).toBe('users/getRoles')
  expect(from('roles.permissions')).toBe('roles/getPermissions')
  expect(from('phrases.used_cases')).toBe('phrases/getUsedCaseList')
  expect(fieldOf('phrases.used_cases')).toMatchObject({ shows: 'number' })
  expect(from('analysis.court')).toBe('analysis/getCourtList')
  expect(from('caseFiles.court')).toBe('caseFiles/getCourtList')
  expect(from('caseFiles.judges')).toBe('caseFiles/getJudgeList')
  expect(from('caseFiles.case_types')).toBe('caseFiles/getCaseTypeList')
  expect(from('caseFiles.statuses')).toBe('caseFiles/getCaseStatusList')
  expect(from('caseFiles.related_cases.type')).toBe('caseFiles/getRelationTypeList')
})

/** The field types of the specification as descriptions. */
const types: Record<string, Field> = {
  select: { kind: 'select', from: 'courts', label },
  multiselect: { kind: 'multiselect', from: 'courts', table: 'x', label },
  nestedselect: { kind: 'select', from: 'courts', input: 'nestedselect', label },
  switch: { kind: 'switch', label },
  checkbox: { kind: 'switch', input: 'checkbox', label },
  radio: { kind: 'choice', choices: ['a'], input: 'radio', label },
  file: { kind: 'file', accepts: ['pdf'], label },
  dropzone: { kind: 'file', accepts: ['pdf'], input: 'dropzone', label },
  repeater: { kind: 'repeater', table: 'x', fields: {}, label, rowLabel: label },
  datepicker: { kind: 'date', format: 'DD MMM YYYY', label },
  mask: { kind: 'text', max: 1, input: 'mask', mask: '9999', label },
  wysiwyg: { kind: 'richtext', input: 'wysiwyg', label },
  quill: { kind: 'richtext', input: 'quill', label },
  tinymce: { kind: 'richtext', input: 'tinymce', label },
  tags: { kind: 'tags', separator: '|', max: 1, label },
  text: { kind: 'text', max: 1, label },
}

test('every field type of the specification is a kind or an input of a kind', () => {
  expect(Object.keys(types)).toHaveLength(16)
  const distinct = Object.values(types).map((field) =>
    [field.kind, 'input' in field ? field.input : undefined].join(' '),
  )
  expect(new Set(distinct).size).toBe(16)
})
