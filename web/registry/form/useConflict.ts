import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Change, Row } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { callResource, recordQuery } from '#web/platform/api/resource.ts'
import { showAnswer } from '#web/platform/toasts/toasts.tsx'
import { createPendingEdits } from '#web/richText/pendingEdits.ts'
import { changesBetween, mergeChanges, startOfDraft, type FieldConflict } from './conflict.ts'
import { type Baseline, type FormValues, initialValues } from './payload.ts'
import { changesOf, type Draft, isSameValue } from './draftStore.ts'
import type { EditProps } from './types.ts'
import { createMutex } from '#shared/mutex.ts'

type ConflictOptions = { resource: Resource; id: number | undefined }
/** The values of the form, and the version that they were made from. */
type MergeStart = Baseline & { mine: FormValues }
export type Conflict = {
  /** The merges of the form are counted: the choices of the user are those of one. */
  count: number
  conflicts: readonly FieldConflict[]
  takenFields: readonly string[]
  changes: readonly Change[]
  /** No user has made the changes, but a job of the record, such as the run of an analysis. */
  isJob: boolean
}

/** Loads the record that another user has changed, and merges their changes into the form (three-way merge). */
export function useConflict(formBaseline: FormBaseline, { resource, id }: ConflictOptions) {
  const { form, latest, setBaseline, dropWaiting, readValues } = formBaseline
  const [merged, setMerged] = useState<Conflict>()
  const [{ mergeOnce, mergeDraftOnce }] = useState(createMergeRuns)

  /** Returns false if the record cannot be loaded. */
  const mergeTheirs = (knownChanges: readonly Change[]) => {
    dropWaiting()
    return mergeOnce(() => merge(knownChanges, () => ({ ...latest.current, mine: readValues() })))
  }

  /** Puts the values of a draft of an earlier version into the form. Returns false if the record cannot be loaded. */
  const mergeDraft = (draft: Draft) =>
    mergeDraftOnce(() => {
      const start = () => startOfDraft(resource, draft, { base: latest.current.base, mine: readValues() })
      return merge([], start)
    })

  /** `start` is called when the record is loaded: the user types meanwhile. */
  async function merge(knownChanges: readonly Change[], start: () => MergeStart): Promise<boolean> {
    if (id === undefined) return false
    const [stored, history] = await Promise.all([
      callResource(resource, 'find', { id }),
      knownChanges.length > 0 ? undefined : callResource(resource, 'history', { id }),
    ])
    if (stored.Status === 'error') {
      showAnswer(stored)
      return false
    }
    const { base, version, mine } = start()
    const versions = { from: version ?? 0, to: stored.data.version }
    const changes = changesBetween(history?.Status === 'success' ? history.data : knownChanges, versions)
    const theirs = initialValues(resource, stored.data)
    const { values, conflicts, takenFields } = mergeChanges(resource, { base, mine, theirs }, changes)
    setBaseline({ base: theirs, version: stored.data.version })
    form.reset(theirs)
    for (const [name, value] of Object.entries(values)) form.setValue(name, value, { shouldDirty: true })
    const isJob = areOfJobs(resource, changes)
    setMerged((before) => ({ count: (before?.count ?? 0) + 1, conflicts, takenFields, changes, isJob }))
    return true
  }

  return { merged, mergeTheirs, mergeDraft, clear: () => setMerged(undefined) }
}

/**
 * A merge that is asked for twice is made once: the second one would take what the first has merged for typed. That of a
 * draft and that of the changes of others run one after the other.
 */
function createMergeRuns() {
  const { inTurn } = createTurns()
  const createSingleRun = () => {
    let running: Promise<boolean> | undefined
    return (run: () => Promise<boolean>): Promise<boolean> => {
      running ??= inTurn(run)
        .then((isMerged = false) => isMerged)
        .finally(() => {
          running = undefined
        })
      return running
    }
  }
  return { mergeOnce: createSingleRun(), mergeDraftOnce: createSingleRun() }
}

const areOfJobs = ({ jobActions = [] }: Resource, changes: readonly Change[]) =>
  changes.length > 0 && changes.every(({ action }) => jobActions.includes(action))

type Watched = { resource: Resource; id: number | undefined; from: number | undefined; to: number | undefined }

/**
 * Merges what jobs have changed into the form as soon as it is stored, so that the form does not expire. It does when a
 * user has changed the record as well.
 */
export function useJobMerge({ resource, id, from, to }: Watched, { mergeTheirs }: ReturnType<typeof useConflict>) {
  const isBusy = useRef(false)
  const [mergeCount, setMergeCount] = useState(0)
  const [expiredBy, setExpiredBy] = useState(0)
  const isNewer = from !== undefined && to !== undefined && to > from
  const isMerging = isNewer && resource.jobActions !== undefined && expiredBy < to
  const merge = useEffectEvent(async (record: number, versions: { from: number; to: number }) => {
    const history = await callResource(resource, 'history', { id: record })
    const changes = history.Status === 'success' ? changesBetween(history.data, versions) : []
    return areOfJobs(resource, changes) && (await mergeTheirs(changes))
  })
  useEffect(() => {
    if (!isMerging || id === undefined || isBusy.current) return
    isBusy.current = true
    const finish = (isMerged: boolean) => {
      isBusy.current = false
      if (!isMerged) setExpiredBy(to)
      // A version that came meanwhile is merged next.
      setMergeCount((count) => count + 1)
    }
    void merge(id, { from, to }).then(finish, () => finish(false))
  }, [isMerging, mergeCount, id, from, to])
  return { isMerging, isExpired: isNewer && !isMerging }
}

/**
 * The saves of a form run one after the other: each sends the version that the one before it made, else it would conflict with
 * the user's own save. After a change by another user those that wait are dropped, because they were asked for without it.
 */
export function createTurns() {
  const runNext = createMutex()
  let drops = 0
  return {
    /** Resolves to undefined for a save that is dropped. */
    inTurn: <Result>(save: () => Promise<Result>): Promise<Result | undefined> => {
      const dropsBefore = drops
      return runNext(async () => (drops === dropsBefore ? save() : undefined))
    },
    dropWaiting: () => {
      drops += 1
    },
  }
}

export type FormBaseline = ReturnType<typeof useFormBaseline>

/** The form's values and its baseline, the stored values they are compared with. A save makes them equal again. */
export function useFormBaseline(props: EditProps) {
  const { resource, mode } = props
  const values = useFormValues(props)
  const { form, latest, setBaseline, readValues } = values
  const queries = useQueryClient()
  const [turns] = useState(createTurns)
  const hasChanges = () => Object.keys(changesOf(latest.current.base, readValues())).length > 0
  return { ...values, ...turns, hasChanges, continueEditing, clearField }

  /** Continues after a save: an empty form for the next record, or the saved record as the new baseline. */
  async function continueEditing(saved: Row, sent: FormValues) {
    if (mode === 'Create') {
      form.reset(initialValues(resource, undefined))
      return
    }
    // The saved values are the baseline until the stored record arrives.
    setBaseline({ base: sent, version: saved.version })
    form.clearErrors()
    const stored = await queries.query(recordQuery(resource, saved.id)).catch(() => undefined)
    if (stored) takeStored(stored.data)
  }

  /** Takes over what the server has stored, except in fields that were changed since they were sent. */
  function takeStored(saved: Row) {
    const { base, version } = latest.current
    // It is of an earlier save, or another user has changed it, which is merged.
    if (saved.version !== version) return
    const stored = initialValues(resource, saved)
    const present = readValues()
    const typed = changesOf(base, present)
    setBaseline({ base: stored, version })
    for (const [name, value] of Object.entries(stored))
      if (!(name in typed) && !isSameValue(present[name], value)) form.setValue(name, value)
  }

  /** Empties a field in the form and in the baseline: the server has removed its value. */
  function clearField(name: string, version: number) {
    setBaseline({ base: { ...latest.current.base, [name]: null }, version })
    form.resetField(name, { defaultValue: null })
  }
}

/** The values as they are typed, and those that are stored. `latest` is the baseline of the last call, which is not rendered yet. */
function useFormValues({ resource, row }: EditProps) {
  const [baseline, storeBaseline] = useState<Baseline>(() => ({
    base: initialValues(resource, row),
    version: row?.version,
  }))
  const latest = useRef(baseline)
  const setBaseline = useCallback((next: Baseline) => {
    latest.current = next
    storeBaseline(next)
  }, [])
  const [pendingEdits] = useState(createPendingEdits)
  const form = useForm<FormValues>({ defaultValues: baseline.base })
  /** A copy of the values with the last key press: the form changes the rows of a repeater in place. */
  const readValues = (): FormValues => {
    pendingEdits.flush()
    return structuredClone(form.getValues())
  }
  return { form, baseline, setBaseline, latest, pendingEdits, readValues }
}
