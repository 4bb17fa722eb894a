import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Change } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { callResource } from '#web/platform/api/resource.ts'
import { showAnswer } from '#web/platform/toasts/toasts.tsx'
import { changesBetween, mergeChanges, startOfDraft, type FieldConflict } from './conflict.ts'
import { type Baseline, type FormValues, initialValues } from './payload.ts'
import type { Draft } from './draftStore.ts'
import { createTurns, type FormBaseline } from './useFormBaseline.ts'

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
    // The rows of a repeater that are shown follow a reset only.
    form.reset(values, { keepDefaultValues: true })
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
