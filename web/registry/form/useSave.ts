import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { batchesOf } from '#shared/batches.ts'
import type { Answer, Failure, Success } from '#shared/calls/answer.ts'
import type { AnalysisOfFile } from '#shared/calls/analyses.ts'
import type { SaveAnswer } from '#shared/calls/crud.ts'
import type { Mode } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { isPublishedBy, missingToPublish } from '#shared/resources/publishing.ts'
import type { ResolvedNumber } from '#shared/calls/search.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { isDelta } from '#shared/delta/inspect.ts'
import { warningsOf } from '#shared/delta/warnings.ts'
import { limits } from '#shared/limits.ts'
import { failedFiles, type FormUploads } from '#web/fields/files/useUploads.ts'
import { saveNewDismissals, loadDismissed } from '#web/fields/inputs/warningDismissals.ts'
import { callResource, resourceQueryKey } from '#web/platform/api/resource.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import type { Strings } from '#web/platform/strings/types.ts'
import { showAnswer, showToast } from '#web/platform/toasts/toasts.tsx'
import { post } from '#web/platform/api/client.ts'
import { randomUuid } from '#web/platform/randomUuid.ts'
import { useSingleRun } from '#web/platform/useSingleRun.ts'
import { changesOf } from './draftStore.ts'
import { errorsAt, type Problem, type Problems, problemsOf, showErrors } from './errors.ts'
import { type Baseline, type FormValues, payloadOf } from './payload.ts'
import type { EditProps } from './types.ts'
import type { useConflict } from './useConflict.ts'
import type { FormBaseline } from './useFormBaseline.ts'
import type { useDraft } from './useDraft.ts'

type SaveDependencies = {
  formBaseline: FormBaseline
  uploads: FormUploads
  abilities: readonly string[]
  conflict: ReturnType<typeof useConflict>
  afterSave: ReturnType<typeof useAfterSave>
}

/** Saves a form. Errors are shown at their fields, whether they are found before sending or returned by the server. */
export function useSave(
  { resource, mode, id, onErrors }: EditProps,
  { formBaseline, uploads, abilities, conflict, afterSave }: SaveDependencies,
) {
  const { form, baseline, latest, inTurn, readValues, unchosen } = formBaseline
  const { isRunning: isSaving, runOnce } = useSingleRun()
  const { ask, question } = useQuestion((asked) => void runOnce(() => saveValid(acceptedBy(asked))))
  const strings = useStrings().form
  const queries = useQueryClient()
  const [send] = useState(createSend)
  const report = (errors: Errors) => reportErrors({ resource, form, unchosen, onErrors }, errors)

  return {
    isSaving,
    save: () => runOnce(save),
    cancelChange: (name: string) => runOnce(() => saveValid({ [name]: latest.current.base[name] })),
    question,
  }

  async function save() {
    const values = readValues()
    const problems = problemsOf({ resource, mode, abilities }, values)
    if (Object.keys(problems).length > 0 || unchosen.size > 0) {
      report(sentencesOf(problems, strings.problems))
      showToast('bad', strings.check)
      return
    }
    const publishing = await doubtsOf({ resource, id, queries, base: baseline.base }, values)
    const files = failedFiles(uploads)
    if (publishing || files.length > 0) ask({ files, publishing })
    else await saveValid()
  }

  function saveValid(options = {}) {
    return inTurn(async () => {
      const values = readValues()
      ask(undefined)
      const answer = await send({ resource, mode, abilities, id, baseline: latest.current, options }, values)
      if (answer.Status === 'success') afterSave(answer, values)
      else await handleFailure({ resource, conflict, report, ask }, answer, values)
    })
  }
}

function sentencesOf(problems: Problems, { tooLong, ...sentences }: Strings['form']['problems']): Errors {
  const sentenceOf = (problem: Problem) => (typeof problem === 'string' ? sentences[problem] : tooLong(problem.maximum))
  return Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, [sentenceOf(problem)]]))
}

type FailureDependencies = Pick<SaveDependencies, 'conflict'> & {
  resource: Resource
  report: (errors: Errors) => void
  ask: (question: SaveQuestion) => void
}

async function handleFailure(
  { resource, conflict, report, ask }: FailureDependencies,
  answer: Failure,
  values: FormValues,
) {
  const { duplicates: known, changes = [], errors } = answer.payload
  if (known) {
    ask({ files: [], publishing: undefined, known })
    return
  }
  // The view of the conflict says what to do; the answer says to open the form again.
  if (answer.code === 'changed-elsewhere' && (await conflict.mergeTheirs(changes))) return
  showAnswer(answer)
  report(errorsAt(resource, errors, values))
}

function useQuestion(onConfirm: (asked: SaveQuestion) => void) {
  const [asked, ask] = useState<SaveQuestion>()
  const question = asked && { ...asked, cancel: () => ask(undefined), confirm: () => onConfirm(asked) }
  return { ask, question }
}

/** The sentences of errors, by the path of their field. */
type Errors = Record<string, readonly string[]>

type Report = Pick<FormBaseline, 'form' | 'unchosen'> & {
  resource: Resource
  onErrors: EditProps['onErrors'] | undefined
}

/**
 * Shows errors at their fields, opens their section, and focuses the first. Selects name their unchosen texts themselves: the
 * next save is without them.
 */
function reportErrors({ resource, form, unchosen, onErrors }: Report, errors: Errors) {
  const paths = [...Object.keys(errors), ...unchosen.keys()]
  showErrors(form, resource, errors)
  // The field that takes the focus may be in a step that is not rendered yet.
  flushSync(() => onErrors?.(paths))
  focusField(paths)
  unchosen.clear()
}

type SaveRequest = {
  resource: Resource
  mode: Mode
  abilities: readonly string[]
  id: number | undefined
  baseline: Baseline
  /** Sent with the fields. */
  options: object
}

/**
 * Returns a function that sends all fields of a new record, or the changed fields of an existing one. The attempts to create a
 * record have one idempotency key: if the answer of one was lost that was stored, its record is updated by the next.
 */
function createSend() {
  let key = randomUuid()
  let attempts: Attempt[] = []

  return async (request: SaveRequest, values: FormValues): Promise<Answer<SaveAnswer>> => {
    if (request.id !== undefined) return update(request, request.id, values)
    const content = { ...payloadOf(request, values), ...request.options }
    const create = () => callResource(request.resource, 'create', content, { key })
    const answer = await create()
    const saved = isOfOther(answer) ? ((await updateStored(request, attempts, values)) ?? (await create())) : answer
    attempts.push({ values, create })
    if (saved.Status === 'success') {
      key = randomUuid()
      attempts = []
    }
    return saved
  }
}

type Attempt = { values: FormValues; create: () => Promise<Answer<SaveAnswer>> }

/** The key belongs to another attempt, which was stored: of this form, or of an earlier one with the same contents. */
const isOfOther = (answer: Answer<SaveAnswer>) => answer.Status === 'error' && answer.code === 'key-reused'

async function updateStored(request: SaveRequest, attempts: readonly Attempt[], values: FormValues) {
  for (const attempt of attempts) {
    const stored = await attempt.create()
    if (isOfOther(stored)) continue
    if (stored.Status === 'error') return stored
    const { id, version } = stored.data
    const answer = await update({ ...request, mode: 'Update', baseline: { base: attempt.values, version } }, id, values)
    // The first password of a user is in the answer to the create alone.
    return answer.Status === 'success' ? { ...stored, ...answer } : answer
  }
  return undefined
}

function update({ baseline, ...request }: SaveRequest, id: number, values: FormValues) {
  // An unchanged field is not sent: the history would record a change that the user did not make.
  const changed = changesOf(payloadOf(request, baseline.base), payloadOf(request, values))
  return callResource(request.resource, 'update', {
    id,
    version: baseline.version ?? 1,
    ...changed,
    ...request.options,
  })
}

const inputs = 'input:not([type=hidden]), textarea, [contenteditable=true]'

/** Focuses the first of the named fields, after its step is rendered. */
export function focusField(names: readonly string[]) {
  setTimeout(() => {
    const elements = names.map((name) => document.querySelector(`[data-field="${CSS.escape(name)}"]`))
    const field = elements.find((element) => element !== null)
    // A text has buttons before it; a list of categories has nothing else.
    const input = field?.querySelector<HTMLElement>(inputs) ?? field?.querySelector<HTMLElement>('button')
    input?.focus()
  }, 0)
}

type AfterSaveDependencies = {
  formBaseline: FormBaseline
  draft: ReturnType<typeof useDraft>
  conflict: ReturnType<typeof useConflict>
}

/** After a save: shows a toast, invalidates the lists, and closes the form or continues in it. */
export function useAfterSave(props: EditProps, { formBaseline, draft, conflict }: AfterSaveDependencies) {
  const { form: strings, list } = useStrings()
  const queries = useQueryClient()

  return function afterSave(answer: Success<SaveAnswer>, values: FormValues) {
    draft.discard()
    conflict.clear()
    const { onShow } = props
    // The filter or the page of the list can leave the new record out.
    const show = props.mode === 'Create' && onShow && { label: list.view, run: () => onShow(answer.data) }
    showToast('good', answer.Message || strings.saved, show || undefined)
    void saveNewDismissals(queries, props.resource, answer.data.id)
    // The form itself loads what is stored of its record.
    void queries.invalidateQueries({
      queryKey: resourceQueryKey(props.resource),
      predicate: ({ queryKey }) => queryKey[2] !== 'find',
    })
    const { password, closeModal = false } = answer
    const isClosed = closeModal || isClosedBySave(props)
    if (isClosed || props.mode === 'Create') {
      const typed = changesOf(values, formBaseline.readValues())
      if (draft.storeFor(answer.data, values, typed)) showToast('note', strings.draft.stored)
    }
    if (password !== undefined) props.onPassword(answer.data, password)
    if (isClosed || password !== undefined) props.onClose()
    else {
      void formBaseline.continueEditing(answer.data, values)
      draft.refresh()
    }
  }
}

/** The specification: a create form closes unless `closeOnSubmit` is false, an update form only if it is true. */
const isClosedBySave = ({ mode, closeOnSubmit }: EditProps) =>
  mode === 'Create' ? closeOnSubmit !== false : closeOnSubmit === true

/** What a published record lacks, and the warnings of its text, without those dismissed. */
type PublishDoubts = { missing: string[][]; warnings: number; dismissed: number }

/**
 * Why a user is asked before a save: files that were chosen and not uploaded, doubts about publishing the record, and
 * analyses that have the PDF.
 */
export type SaveQuestion = {
  files: readonly string[]
  publishing: PublishDoubts | undefined
  known?: readonly AnalysisOfFile[]
}

/** What a user accepts who confirms the question. */
const acceptedBy = ({ known }: SaveQuestion) => (known ? { accept_duplicate: true } : {})

type Publishing = { resource: Resource; id: number | undefined; queries: QueryClient; base: FormValues }

/** Undefined without doubts, and if the save does not publish the record. */
async function doubtsOf({ resource, id, queries, base }: Publishing, values: FormValues) {
  if (!isPublishedBy(resource, base, values)) return undefined
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
  for (const CaseNumbers of batchesOf(asked, limits.search.numbers_at_once)) {
    const answer = await post('g/resolveCaseNumbers', { CaseNumbers })
    if (answer.Status === 'success') answers.push(...answer.data)
  }
  return new Set(answers.filter(({ state }) => state === 'missing').map(({ written }) => written))
}
