import { useCallback, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { changesOf, type Draft, draftKey, dropDraft, keepDraft, readDraft } from './draft.ts'
import { debounceDraft } from './debounceDraft.ts'
import type { FormValues } from './payload.ts'

type About = { person: string; resource: string; id: number | undefined; enabled: boolean }
type Pace = ReturnType<typeof debounceDraft>

/**
 * Keeps what is written in this browser until it is saved, so that a tab that closes, a session that ends or a machine
 * that stops loses nothing. A draft of before is offered, and stays until somebody decides.
 */
export function useDraft(
  form: UseFormReturn<FormValues>,
  { person, resource, id, enabled }: About,
  stand: () => { base: FormValues; version: number | undefined },
) {
  const key = draftKey(person, resource, id)
  const [offered, setOffered] = useState<Draft | undefined>(() => (enabled ? readDraft(key) : undefined))
  const [isKept, setKept] = useState(false)
  const pace = useRef<Pace>(undefined)
  const standing = useRef(stand)
  useEffect(() => {
    standing.current = stand
  })

  const keep = useCallback(() => {
    const { base, version } = standing.current()
    const values = changesOf(base, form.getValues())
    if (Object.keys(values).length === 0) {
      dropDraft(key)
      setKept(false)
      return
    }
    setKept(keepDraft(key, { at: new Date().toISOString(), version: version ?? null, values }))
  }, [form, key])

  useEffect(() => {
    if (!enabled) return undefined
    pace.current = debounceDraft(keep)
    return runAtPace(form, pace.current)
  }, [enabled, form, keep])

  const forget = useCallback(() => {
    pace.current?.cancel()
    dropDraft(key)
    setOffered(undefined)
    setKept(false)
  }, [key])

  return { offered, isKept, forget, settle: () => setOffered(undefined) }
}

/** Runs at its pace while somebody writes, and at once when the page is hidden: it may not come back. */
function runAtPace(form: UseFormReturn<FormValues>, { ask, flush, cancel }: Pace) {
  const written = form.subscribe({ formState: { values: true }, callback: ask })
  const hidden = () => {
    if (document.visibilityState === 'hidden') flush()
  }
  window.addEventListener('pagehide', flush)
  document.addEventListener('visibilitychange', hidden)
  return () => {
    written()
    cancel()
    window.removeEventListener('pagehide', flush)
    document.removeEventListener('visibilitychange', hidden)
  }
}
