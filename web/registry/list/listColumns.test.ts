import { expect, test } from 'vitest'
import { resources } from '#shared/resources/index.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { showsDhivehi } from './listColumns.ts'

test('Dhivehi columns are distinguished from numbers, addresses, and other scripts', () => {
  const columns = resources.flatMap((resource: Resource) =>
    Object.entries(resource.fields)
      .filter(([, { list }]) => list !== undefined)
      .map(([name, field]) => [`${resource.name}.${name}`, showsDhivehi(field)] as const),
  )
  expect(columns.filter(([, isDhivehi]) => !isDhivehi).map(([name]) => name)).toEqual([
    'caseFiles.case_numbers_text',
    'phrases.english_phrase',
    'phrases.arabic_phrase',
    'analysis.analyzable_page_count',
    'analysis.content_start_page',
    'analysis.confidence_level',
    'analysis.case_numbers_text',
    'caseStatuses.color',
    'caseStatuses.icon',
    'subscriptionConfigs.amount',
    'subscriptionConfigs.days',
    'dynamicPages.route',
    'users.email',
    'permissions.name',
    'permissions.guard_name',
  ])
})
