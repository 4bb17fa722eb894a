import { useCallback, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { changesOf, type Draft, draftKey, type DraftOwner, deleteDraft, storeDraft, readDraftOf } from './draft.ts'
import { mayStoreUnsaved } from '#web/platform/session/session.ts'
import { debounceDraft } from './debounceDraft.ts'
import type { FormValues } from './payload.ts'

type DraftOptions = { owner: DraftOwner; resource: string; id: number | undefined; enabled: boolean }
type DebouncedRun = ReturnType<typeof debounceDraft>

/**
 * Stores unsaved changes as a draft in this browser until they are saved, so that a closed tab, an expired session, or a
 * crash loses nothing. An earlier draft is offered to the user and stays until they decide or sign out.
 */
export function useDraft(
  form: UseFormReturn<FormValues>,
  { owner, resource, id, enabled }: DraftOptions,
  baseline: () => { base: FormValues; version: number | undefined },
) {
  const key = draftKey(owner.id, resource, id)
  const [offered, setOffered] = useState<Draft | undefined>(() =>
    enabled ? readDraftOf(owner, resource, id) : undefined,
  )
  const [isStored, setStored] = useState(false)
  const debounced = useRef<DebouncedRun>(undefined)
  const latestBaseline = useRef(baseline)
  useEffect(() => {
    latestBaseline.current = baseline
  })

  const storeNow = useCallback(() => {
    if (!mayStoreUnsaved()) return
    const { base, version } = latestBaseline.current()
    const values = changesOf(base, form.getValues())
    if (Object.keys(values).length === 0) {
      deleteDraft(key)
      setStored(false)
      return
    }
    setStored(storeDraft(key, { at: new Date().toISOString(), version: version ?? null, values }))
  }, [form, key])

  useEffect(() => {
    if (!enabled) return undefined
    debounced.current = debounceDraft(storeNow)
    return subscribeDebounced(form, debounced.current)
  }, [enabled, form, storeNow])

  const discard = useCallback(() => {
    debounced.current?.cancel()
    deleteDraft(key)
    setOffered(undefined)
    setStored(false)
  }, [key])

  return { offered, isStored, discard, dismissOffer: () => setOffered(undefined) }
}

/** Runs debounced while the user types, and immediately when the page is hidden, because it may never be shown again. */
function subscribeDebounced(form: UseFormReturn<FormValues>, { schedule, flush, cancel }: DebouncedRun) {
  const unsubscribe = form.subscribe({ formState: { values: true }, callback: schedule })
  const onVisibilityChange = () => {
    if (document.visibilityState === 'hidden') flush()
  }
  window.addEventListener('pagehide', flush)
  document.addEventListener('visibilitychange', onVisibilityChange)
  return () => {
    unsubscribe()
    cancel()
    window.removeEventListener('pagehide', flush)
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}
