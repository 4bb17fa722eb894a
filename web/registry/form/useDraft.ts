import { useCallback, useEffect, useRef, useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import { mayStoreUnsaved } from '#web/platform/session/session.ts'
import {
  changesOf,
  type Draft,
  deleteDraft,
  draftOf,
  type DraftPlace,
  type DraftRecord,
  type ReservedDraft,
  reserveDraft,
  storeDraft,
  storeDraftAtOnce,
} from './draftStore.ts'
import type { Baseline, FormValues } from './payload.ts'
import type { FormBaseline } from './useFormBaseline.ts'

type DraftOptions = DraftRecord & {
  /** Values of a new record that are no changes. They belong to its draft: a later form can begin with others. */
  startValues: FormValues | undefined
  enabled: boolean
}
type DebouncedRun = ReturnType<typeof debounceDraft>

/**
 * Stores unsaved changes as a draft in this browser until they are saved, so that a closed tab, an expired session, or a
 * crash loses nothing. An earlier draft is offered to the user and stays until they decide or sign out.
 */
export function useDraft({ form, latest, pendingEdits }: FormBaseline, options: DraftOptions) {
  const { owner, resource, id, startValues, enabled } = options
  const [record] = useState<DraftRecord>({ owner, resource, id })
  const [isStored, setStored] = useState(false)
  const debounced = useRef<DebouncedRun>(undefined)
  const { offered, place, isDecided, decide } = useEarlierDraft(record, enabled, () => debounced.current?.schedule())

  const storeNow = useCallback(
    async (isClosing: boolean) => {
      if (!place.current || !isDecided() || !mayStoreUnsaved()) return
      const values = changesOf(latest.current.base, form.getValues())
      const draft = draftOf(latest.current, { ...startValues, ...values })
      const isChanged = Object.keys(values).length > 0
      if (!isChanged) void deleteDraft(place.current)
      setStored(isChanged && (await (isClosing ? storeDraftAtOnce : storeDraft)(place.current, draft)))
    },
    [form, latest, place, isDecided, startValues],
  )

  useEffect(() => {
    if (!enabled) return undefined
    debounced.current = debounceDraft((isClosing) => void storeNow(isClosing))
    return subscribeDebounced({ form, pendingEdits }, debounced.current)
  }, [enabled, form, pendingEdits, storeNow])

  const discard = useCallback(() => {
    debounced.current?.cancel()
    if (place.current) void deleteDraft(place.current)
    decide()
    setStored(false)
  }, [place, decide])

  /** After a save: what is not saved yet is stored. */
  const refresh = useCallback(() => debounced.current?.schedule(), [])

  const storeFor = (saved: Row, sent: FormValues, values: FormValues) =>
    storeForRecord(
      { ...record, id: saved.id, slot: place.current?.slot ?? 0 },
      { base: sent, version: saved.version },
      values,
    )
  return { offered, isStored, discard, refresh, storeFor, dismissOffer: decide }
}

/** Stores what was typed while a form was saved, which closes then, as the draft of the stored record. False for nothing. */
function storeForRecord(place: DraftPlace, saved: Baseline, values: FormValues): boolean {
  if (Object.keys(values).length === 0 || !mayStoreUnsaved()) return false
  void storeDraft(place, draftOf(saved, values))
  return true
}

/**
 * The draft of an earlier form, once it is read. Until the user has decided about it, it is not overwritten; while this form
 * is open, no other one reads or writes its place.
 */
function useEarlierDraft(record: DraftRecord, enabled: boolean, onNone: () => void) {
  const [offered, setOffered] = useState<Draft>()
  const place = useRef<DraftPlace>(undefined)
  const decided = useRef(false)
  const callback = useRef(onNone)
  useEffect(() => {
    if (!enabled) return undefined
    const state = { isClosed: false }
    const reserving = reserveDraft(record)
    const offer = (reserved: ReservedDraft) => {
      if (state.isClosed) return
      place.current = reserved.place
      setOffered(reserved.draft)
      decided.current = reserved.draft === undefined
      // What was typed in the meantime.
      if (!reserved.draft) callback.current()
    }
    void reserving.then(offer)
    return () => {
      state.isClosed = true
      void reserving.then(({ release }) => release())
    }
  }, [record, enabled])
  const isDecided = useCallback(() => decided.current, [])
  const decide = useCallback(() => {
    decided.current = true
    setOffered(undefined)
  }, [])
  return { offered, place, isDecided, decide }
}

/** Runs debounced while the user types, and immediately when the page is hidden, because it may never be shown again. */
function subscribeDebounced(
  { form, pendingEdits }: Pick<FormBaseline, 'form' | 'pendingEdits'>,
  { schedule, flush, cancel }: DebouncedRun,
) {
  const unsubscribe = form.subscribe({ formState: { values: true }, callback: schedule })
  const onPageHide = () => {
    pendingEdits.flush()
    flush()
  }
  const onVisibilityChange = () => {
    if (document.visibilityState === 'hidden') onPageHide()
  }
  window.addEventListener('pagehide', onPageHide)
  document.addEventListener('visibilitychange', onVisibilityChange)
  return () => {
    unsubscribe()
    cancel()
    window.removeEventListener('pagehide', onPageHide)
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}

/** Wait after the last key press, and the longest wait after the first. */
const pause_ms = 400
const maxWait_ms = 1000

/**
 * Debounce with a maximum wait: runs once typing pauses, and at least once a second while it continues. `isClosing`: the
 * page may close when the function returns.
 */
export function debounceDraft(run: (isClosing: boolean) => void) {
  let pauseTimer: ReturnType<typeof setTimeout> | undefined
  let maxTimer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    clearTimeout(pauseTimer)
    clearTimeout(maxTimer)
    pauseTimer = maxTimer = undefined
  }
  const runNow = (isClosing = false) => {
    cancel()
    run(isClosing)
  }
  return {
    schedule: () => {
      clearTimeout(pauseTimer)
      pauseTimer = setTimeout(runNow, pause_ms)
      maxTimer ??= setTimeout(runNow, maxWait_ms)
    },
    /** Runs a pending call immediately. */
    flush: () => {
      if (maxTimer !== undefined) runNow(true)
    },
    cancel,
  }
}
