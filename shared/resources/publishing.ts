import { isEmpty } from '#shared/resource/empty.ts'
import type { Resource } from '#shared/resource/resource.ts'

type Publishing = {
  /** The switch that publishes. */
  by: string
  /** What a published record should have. Of alternative fields, one is enough. */
  needs: readonly (readonly string[])[]
}

/** What a record should have when it is published. It may lack it: the user is asked, and the server says so. */
const publishing: Record<string, Publishing> = {
  caseFiles: {
    by: 'published',
    needs: [['case_content'], ['case_types'], ['closed_date'], ['claimant', 'respondant']],
  },
  // Finalizing makes a case file of it.
  analysis: { by: 'is_finalized', needs: [['case_content'], ['case_type'], ['date'], ['claimant', 'respondant']] },
}

type Named = Pick<Resource, 'name'>
type Values = Record<string, unknown>

export const fieldsToPublish = ({ name }: Named): string[] => (publishing[name]?.needs ?? []).flat()

/** What these values of a record or its form lack, as alternative fields. */
export const missingToPublish = ({ name }: Named, values: Values): string[][] =>
  (publishing[name]?.needs ?? [])
    .filter((fields) => fields.every((field) => isEmpty(values[field])))
    .map((fields) => [...fields])

/** Whether a save publishes the record. */
export function isPublishedBy({ name }: Named, before: Values, now: Values): boolean {
  const by = publishing[name]?.by
  return by !== undefined && now[by] === true && before[by] !== true
}
