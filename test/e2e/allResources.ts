import type { Resource } from '#shared/resource/resource.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { caseStatuses } from '#shared/resources/caseStatuses.ts'
import { caseTypes } from '#shared/resources/caseTypes.ts'
import { courts } from '#shared/resources/courts.ts'
import { dynamicPages } from '#shared/resources/dynamicPages.ts'
import { judges } from '#shared/resources/judges.ts'
import { permissions } from '#shared/resources/permissions.ts'
import { phrases } from '#shared/resources/phrases.ts'
import { relationTypes } from '#shared/resources/relationTypes.ts'
import { roles } from '#shared/resources/roles.ts'
import { subscriptionConfigs } from '#shared/resources/subscriptionConfigs.ts'
import { users } from '#shared/resources/users.ts'
import type { FormValues } from './formActions.ts'

/** One record of a resource: how it is created, found, changed, and what is refused. */
export type ResourceSample = {
  resource: Resource
  made: FormValues
  /** The quick search that finds only this record. */
  found: string
  /** The cell that is edited in the list, and the typed text. */
  cell: { field: string; typed: string }
  changed: FormValues
  /** What the view dialog shows afterwards. */
  read: readonly string[]
  /** A form that is refused, and the field with the error. */
  refused: { form: FormValues; at: string }
  /** A user without the create permission; without the read permission the list redirects. */
  unprivileged: { email: string; reads: boolean }
}

/** The default of the required court filter. */
export const firstCourt = 'ދިވެހިރާއްޖޭގެ ސުޕްރީމް ކޯޓު'

/** Resources whose only required field is the name. */
const named = (resource: Resource, unprivileged: ResourceSample['unprivileged']): ResourceSample => {
  const name = `ސާދަ ${resource.label.one.dv}`
  return {
    resource,
    made: { name },
    found: name,
    cell: { field: 'name', typed: `${name} އެއް` },
    changed: { name: `${name} ދޭއް` },
    read: [`${name} ދޭއް`],
    refused: { form: { name: `${name} ދޭއް` }, at: 'name' },
    unprivileged,
  }
}

const denied = (email: string) => ({ email: `${email}@hukum.test`, reads: false })
const readOnly = (email: string) => ({ email: `${email}@hukum.test`, reads: true })

export const screens: readonly ResourceSample[] = [
  named(courts, denied('editor')),
  named(judges, denied('editor')),
  named(caseTypes, denied('analyst')),
  named(relationTypes, denied('analyst')),
  {
    resource: caseStatuses,
    made: { name: 'ސާދަ ޙާލަތެއް', color: 'caution', icon: 'refresh' },
    found: 'ސާދަ ޙާލަތެއް',
    cell: { field: 'name', typed: 'ސާދަ ޙާލަތެއް ދެން' },
    changed: { color: 'good' },
    read: ['ސާދަ ޙާލަތެއް ދެން', 'ފެހި', 'އެނބުރޭ ތީރު'],
    refused: { form: { name: 'އެހެން ޙާލަތެއް', color: 'note' }, at: 'icon' },
    unprivileged: denied('editor'),
  },
  {
    resource: subscriptionConfigs,
    made: { name: 'ސާދަ ސަބްސްކްރިޕްޝަން', amount: '120.5', days: '90', published: true },
    found: 'ސާދަ ސަބްސްކްރިޕްޝަން',
    cell: { field: 'amount', typed: '99.25' },
    changed: { days: '31' },
    read: ['ސާދަ ސަބްސްކްރިޕްޝަން', '99.25', '31'],
    refused: { form: { name: 'އަގެއް ނެތް' }, at: 'amount' },
    unprivileged: denied('registrar'),
  },
  {
    resource: permissions,
    made: { name: 'read-thirteen' },
    found: '-thirteen',
    cell: { field: 'name', typed: 'delete-thirteen' },
    changed: { name: 'update-thirteen' },
    read: ['update-thirteen', 'web'],
    refused: { form: { name: 'read-courts' }, at: 'name' },
    unprivileged: denied('registrar'),
  },
  {
    resource: dynamicPages,
    made: { name: 'ސާދަ ޞަފްޙާ', route: 'thirteen', page_content: 'ސާދަ ލިޔުމެއް' },
    found: 'ސާދަ thirteen',
    cell: { field: 'name', typed: 'ސާދަ ޞަފްޙާ އެއް' },
    changed: { page_content: 'ބަދަލުކުރި ލިޔުމެއް' },
    read: ['ސާދަ ޞަފްޙާ އެއް', 'thirteen', 'ބަދަލުކުރި ލިޔުމެއް'],
    refused: { form: { name: 'އެހެން ޞަފްޙާއެއް', route: 'thirteen', page_content: 'ލިޔުމެއް' }, at: 'route' },
    unprivileged: denied('registrar'),
  },
  {
    resource: users,
    made: { name: 'ސާދަ މީހެއް', email: 'thirteen@hukum.test', roles: ['Editor', 'Analyst'] },
    found: 'thirteen@ ސާދަ',
    cell: { field: 'name', typed: 'ސާދަ މީހެއް އެއް' },
    changed: { is_locked: false },
    read: ['ސާދަ މީހެއް އެއް', 'thirteen@hukum.test', 'Editor'],
    refused: { form: { name: 'އެހެން މީހެއް', email: 'admin@hukum.test' }, at: 'email' },
    unprivileged: denied('editor'),
  },
  {
    resource: roles,
    made: { name: 'Thirteen', permissions: ['read-courts', 'read-judges'] },
    found: 'Thirteen',
    cell: { field: 'name', typed: 'Thirteenth' },
    changed: { permissions: ['read-caseTypes'] },
    read: ['Thirteenth', 'read-caseTypes', 'read-courts'],
    refused: { form: { name: 'Administrator' }, at: 'name' },
    unprivileged: denied('editor'),
  },
  {
    resource: phrases,
    made: {
      dhivehi_phrase: 'ސާދަ ޢިބާރާތް',
      english_phrase: 'thirteenth phrase',
      short_meaning: 'ކުރު މާނައެއް',
      meaning: 'ފުރިހަމަ މާނައެއް',
    },
    found: 'ސާދަ thirteen',
    cell: { field: 'english_phrase', typed: 'phrase of thirteen' },
    changed: { published: true, short_meaning: 'އެހެން މާނައެއް' },
    read: ['ސާދަ ޢިބާރާތް', 'phrase of thirteen', 'އެހެން މާނައެއް', 'ފުރިހަމަ މާނައެއް'],
    refused: { form: { english_phrase: 'no Dhivehi' }, at: 'dhivehi_phrase' },
    unprivileged: denied('registrar'),
  },
  {
    resource: analysis,
    made: { court: firstCourt, title: 'ސާދަ އެނަލިސިސް', date: '2024-03-13', pdf_file: 'thirteen.pdf' },
    found: 'ސާދަ އެނަލިސިސް',
    cell: { field: 'title', typed: 'ސާދަ އެނަލިސިސް އެއް' },
    changed: { judgement_number: 'J-13', analysis_case_numbers: [{ number: '1313/Cv-C/2024' }] },
    read: ['ސާދަ އެނަލިސިސް އެއް', 'J-13', 'thirteen.pdf'],
    refused: { form: { court: firstCourt, title: 'ފައިލެއް ނެތް' }, at: 'pdf_file' },
    unprivileged: readOnly('billing'),
  },
  {
    resource: caseFiles,
    made: {
      court: firstCourt,
      closed_date: '2024-05-13',
      title: 'ސާދަ މައްސަލަ',
      case_numbers: [{ number: '1313/Cv-C/2023', submission_date: '2023-01-13' }, { number: '1314/Cv-C/2023' }],
      case_types: ['މަދަނީ މައްސަލަ', 'ދަރަނީގެ މައްސަލަ'],
      claimant: ['ސާދަ ކުންފުނި'],
      judges: ['ޢަލީ ޚާލިދު ދީދީ'],
      statuses: ['ނިމިފައި'],
      related_cases: [{ type: 'އިސްތިއުނާފު', number: '13/HC-A/2024' }],
    },
    found: '1313/Cv-C/2023',
    cell: { field: 'title', typed: 'ސާދަ މައްސަލަ އެއް' },
    changed: { keywords: 'ދަރަނި', published: true },
    read: ['ސާދަ މައްސަލަ އެއް', '1314/Cv-C/2023', 'ސާދަ ކުންފުނި', 'ދަރަނި', '13/HC-A/2024'],
    refused: { form: { court: firstCourt, title: 'ނަންބަރެއް ނެތް', case_types: ['މަދަނީ މައްސަލަ'] }, at: 'case_numbers.0.number' },
    unprivileged: readOnly('editor'),
  },
]
