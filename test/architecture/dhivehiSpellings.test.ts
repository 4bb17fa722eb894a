import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resources } from '#shared/resources/index.ts'
import { subscriptionConfigs } from '#shared/resources/subscriptionConfigs.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { en } from '#web/platform/strings/en.ts'

/**
 * Dhivehi spellings and phrases that the product does not use, and what it writes instead. Of two spellings in use, that
 * of the frequency list is kept (ޢާންމު); for loan words, that of the other loan words (ކޯޓު, ލިންކު: އެކައުންޓު).
 */
const retired: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/ނުރައްކާކުރާ/, 'ރައްކާނުކުރާ'],
  [/ފަށާގޮތައް/, 'ފަށާ ގޮތަށް'],
  [/ުން ޔަޤީންތޯ/, 'ަން ޔަޤީންތޯ'],
  [/ޞަފްޙާ \$?\{\w+\} ގެ/, '{pages} ޞަފްޙާގެ ތެރެއިން {page} ވަނަ'],
  [/ޢާއްމު|އާއްމު/, 'ޢާންމު'],
  [/އެކައުންޓް/, 'އެކައުންޓު'],
  [/ފުރިހަމަ ލިޔުން/, 'މުޅި ލިޔުން'],
  [/އަމާޒުވާ ސުވާލު/, 'ގިނައިން ކުރެވޭ ސުވާލުތައް'],
  [/ޑިވައިސަކު|ޑިވައިސްއަކު/, 'ޑިވައިހަކުން'],
  [/މިނިޓު/, 'މިނެޓު'],
  [/ބާޠިލްކު/, 'ބާޠިލުކުރުން'],
  [/ޕެރެގްރާފު/, 'ޕެރެގްރާފް'],
  [/އެނަލިސިސްކުރު/, 'އެނަލައިޒްކުރުން'],
  [/ކެންސަލްކޮށްފައި/, 'މަންސޫޚު'],
  [/ޓިކި/, 'ތިކި'],
  [/އެނަލައިޒެއް ނުކުރޭ|ފައިސާ ނުދައްކާ/, '…ގެ އިންތިޒާރުގައި'],
]

const root = join(import.meta.dirname, '../..')
const dictionaries = execFileSync(
  'git',
  ['ls-files', 'web/platform/strings', 'shared/messages.ts', 'shared/resources', 'server/mail/strings', 'db/seed/*.ts'],
  { cwd: root, encoding: 'utf8' },
)
  .trim()
  .split('\n')

test('the dictionaries contain no retired Dhivehi spelling', () => {
  const found = dictionaries.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return retired.flatMap(([pattern, instead]) =>
      pattern.test(text) ? `${path}: ${pattern.source} → ${instead}` : [],
    )
  })
  expect(dictionaries).toContain('web/platform/strings/dv.ts')
  expect(found).toEqual([])
})

test('the menu names the list of a resource as its heading does, in both languages', () => {
  const namesOf = ({ entries }: typeof en): Record<string, string> => entries
  const names = resources.map(({ name }) => [name, namesOf(dv)[name], namesOf(en)[name]])
  expect(names).toEqual(resources.map(({ name, label }) => [name, label.many.dv, label.many.en]))
})

test('the amount of a subscription has one name in the list and in the account', () => {
  const { label } = subscriptionConfigs.fields.amount
  expect([label.dv, label.en]).toEqual([dv.subscription.amount, en.subscription.amount])
})
