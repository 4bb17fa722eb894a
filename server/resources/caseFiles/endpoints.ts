import { crud, type SaveResult } from '#server/crud/crud.ts'
import type { ResourceConfig } from '#server/crud/resourceConfig.ts'
import { readRow } from '#server/crud/find.ts'
import type { RecordInput } from '#server/crud/save.ts'
import { setText } from '#server/crud/setText.ts'
import { warningDismissals } from '#server/crud/warningDismissals.ts'
import type { ContextWithoutDb, SessionContext } from '#server/endpoint/context.ts'
import type { Endpoints } from '#server/endpoint/endpoint.ts'
import { type DerivedText, deriveTask } from '#server/html/textWork.ts'
import { isDelta, withOrderedNotes } from '#shared/delta/inspect.ts'
import { fieldsToPublish, missingToPublish } from '#shared/resources/publishing.ts'
import { caseFilesConfig } from './config.ts'
import { errorReportEndpoints } from './errorReports.ts'
import { withNotifications } from './notifications.ts'
import { writeDerivedText } from './text.ts'

export const caseFileEndpoints: Endpoints = {
  ...crud(caseFilesConfig, { prepare: derive, save: saveCase, remove: withNotifications.remove }),
  ...setText(caseFilesConfig, { prepare: derive, save: saveCase }),
  ...warningDismissals(caseFilesConfig, 'case_file_id'),
  ...errorReportEndpoints,
}

/** What is derived from the text of a save; undefined without a text. */
async function derive({ offload }: ContextWithoutDb, { case_content }: RecordInput): Promise<DerivedText | undefined> {
  return isDelta(case_content) ? offload(deriveTask, JSON.stringify(withOrderedNotes(case_content))) : undefined
}

/** Saves a case file with what is derived from its text. A case that is published may lack something, and the response names it. */
async function saveCase(
  context: SessionContext,
  config: ResourceConfig,
  input: RecordInput,
  derived: DerivedText | undefined,
): Promise<SaveResult> {
  const saved = await withNotifications.save(context, config, input)
  if (saved.changed && derived) await writeDerivedText(context.db, saved.id, derived)
  if (input['published'] !== true) return saved
  const stored = await readRow(context.db, config, saved.id, fieldsToPublish(config.resource))
  return { ...saved, missing: missingToPublish(config.resource, stored ?? {}) }
}
