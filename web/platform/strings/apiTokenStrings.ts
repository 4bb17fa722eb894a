import type { ApiTokenScope } from '#shared/apiTokenScopes.ts'
import type { Language } from '#shared/messages.ts'
import { isolate } from '#shared/text/format/isolate.ts'

const dv = {
  title: 'އަމިއްލަ އޭޕީއައި ޓޯކަންތައް',
  lead: 'އެހެން ޕްރޮގްރާމަކުން މި އެކައުންޓުގެ ނަމުގައި މަޢުލޫމާތު ކިޔުމަށް ނުވަތަ ލިޔުމަށް ބޭނުންކުރާ ޓޯކަންތައް',
  none: 'އެއްވެސް ޓޯކަނެއް ނެތް',
  create: 'ޓޯކަނެއް ހައްދަވާ',
  name: 'ޓޯކަނުގެ ނަން',
  nameHint: 'ޓޯކަން ބޭނުންކުރާ ކަންތައް ދޭހަވާ ނަމެއް',
  nameNeeded: 'ޓޯކަނަށް ނަމެއް ޖައްސަވާ',
  scopes: 'ޓޯކަނުން ކުރެވޭ ކަންތައް',
  scopesNeeded: 'މަދުވެގެން އެއްކަމެއް ޚިޔާރުކުރައްވާ',
  scope: {
    library: 'މައްސަލަތައް ހޯދުމާއި ކިޔުން',
    notes: 'އަމިއްލަ ޚިޔާލުތައް ކިޔުމާއި ލިޔުން',
    'records:read': 'ލިސްޓުތަކާއި ރެކޯޑުތައް ކިޔުން',
    'records:write': 'ރެކޯޑުތައް ލިޔުމާއި ފޮހުން',
    'analyses:run': 'އެނަލިސިސްތައް ހިންގުން',
    'search-log:read': 'ހޯދުންތަކުގެ ލޮގު ކިޔުން',
  } satisfies Record<ApiTokenScope, string>,
  days: 'މުއްދަތު',
  dayCount: (days: number) => `${days} ދުވަސް`,
  created: 'ހެއްދެވި',
  used: 'އެންމެ ފަހުން ބޭނުންކުރެއްވި',
  unused: 'އަދި ބޭނުންކުރައްވާފައެއް ނެތް',
  ends: 'މުއްދަތު ހަމަވާނީ',
  newTitle: 'އައު އޭޕީއައި ޓޯކަން',
  once: 'މި ޓޯކަން ދައްކާނީ މިފަހަރު އެކަނި. ރައްކާތެރި ތަނެއްގައި ބަހައްޓަވާ.',
  revoke: 'ބާޠިލުކުރައްވާ',
  revokeOf: (name: string) => `${isolate(name)}: ޓޯކަން ބާޠިލުކުރައްވާ`,
  revokeTitle: 'މި ޓޯކަން ބާޠިލުކުރައްވަން ޔަޤީންތޯ؟',
  revokeMore: 'މި ޓޯކަން ބޭނުންކުރާ ޕްރޮގްރާމުތަކަކުން މިހާރުން ފެށިގެން މަޢުލޫމާތެއް ނުލިބޭނެ.',
  revoked: 'ޓޯކަން ބާޠިލުކުރެވިއްޖެ',
}

const en: typeof dv = {
  title: 'Personal API tokens',
  lead: 'With a token, another program reads or writes in the name of this account',
  none: 'There are no tokens',
  create: 'Create a token',
  name: 'Name of the token',
  nameHint: 'A name that says what the token is used for',
  nameNeeded: 'Enter a name for the token',
  scopes: 'What the token allows',
  scopesNeeded: 'Choose at least one',
  scope: {
    library: 'Search and read cases',
    notes: 'Read and write your own notes',
    'records:read': 'Read lists and records',
    'records:write': 'Write and delete records',
    'analyses:run': 'Run analyses',
    'search-log:read': 'Read the search log',
  },
  days: 'Valid for',
  dayCount: (days) => `${days} days`,
  created: 'Created',
  used: 'Last used',
  unused: 'Not used yet',
  ends: 'Ends on',
  newTitle: 'New API token',
  once: 'This token is shown only this once. Store it in a safe place.',
  revoke: 'Revoke',
  revokeOf: (name) => `Revoke the token ${isolate(name)}`,
  revokeTitle: 'Sure to revoke this token?',
  revokeMore: 'The programs that use it lose their access at once.',
  revoked: 'The token was revoked',
}

/** The strings of personal API tokens. */
export const apiTokenStrings: Record<Language, typeof dv> = { dv, en }
