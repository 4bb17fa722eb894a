import type { QueryClient } from '@tanstack/react-query'
import type { ResolvedNumber } from '#shared/calls/search.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { isDelta } from '#shared/delta/inspect.ts'
import { warningsOf } from '#shared/delta/warnings.ts'
import { limits } from '#shared/limits.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { missingToPublish } from '#shared/resources/publishing.ts'
import { loadDismissed } from '#web/fields/inputs/warningDismissals.ts'
import { post } from '#web/platform/api/client.ts'
import type { FormValues } from './payload.ts'

/** Why a user is asked before a record is published: what it lacks, and the warnings of its text, without those dismissed. */
export type PublishQuestion = { missing: string[][]; warnings: number; dismissed: number }

type Published = { resource: Resource; id: number | undefined; queries: QueryClient }

export async function doubtsOf(
  { resource, id, queries }: Published,
  values: FormValues,
): Promise<PublishQuestion | undefined> {
  const missing = missingToPublish(resource, values)
  const texts = Object.values(values).filter(isDelta)
  const found = await Promise.all(texts.map(async (text) => warningsOf(text, await unresolvedIn(text))))
  const warnings = found.flat()
  const dismissed = warnings.length > 0 ? await loadDismissed(queries, resource, id) : new Set()
  const open = warnings.filter((warning) => !dismissed.has(warning.id))
  if (missing.length === 0 && open.length === 0) return undefined
  return { missing, warnings: open.length, dismissed: warnings.length - open.length }
}

/** The marked case numbers without a case, as the editor asks for them. What cannot be asked is no warning. */
async function unresolvedIn({ content }: Delta): Promise<Set<string>> {
  const marked = new Set(content.flatMap(({ attributes }) => attributes?.case_number ?? []))
  const asked = [...marked].filter((number) => number !== '' && number.length <= limits.search.number_letters)
  const answers: ResolvedNumber[] = []
  for (let from = 0; from < asked.length; from += limits.search.numbers_at_once) {
    const CaseNumbers = asked.slice(from, from + limits.search.numbers_at_once)
    const answer = await post('g/resolveCaseNumbers', { CaseNumbers })
    if (answer.Status === 'success') answers.push(...answer.data)
  }
  return new Set(answers.filter(({ state }) => state === 'missing').map(({ written }) => written))
}
