import { useCallback, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { changesOf, type Draft, draftKey, dropDraft, keepDraft, readDraft } from './draft.ts'
import type { FormValues } from './payload.ts'

type About = { person: string; resource: string; id: number | undefined; enabled: boolean }

/** While somebody writes, this long after the last letter. */
const pause_ms = 400

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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const standing = useRef(stand)
  useEffect(() => {
    standing.current = stand
  })

  const keep = useCallback(() => {
    clearTimeout(timer.current)
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
    const written = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer.current)
        timer.current = setTimeout(keep, pause_ms)
      },
    })
    const leaving = () => {
      if (timer.current !== undefined) keep()
    }
    window.addEventListener('pagehide', leaving)
    return () => {
      written()
      clearTimeout(timer.current)
      window.removeEventListener('pagehide', leaving)
    }
  }, [enabled, form, keep])

  const forget = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    dropDraft(key)
    setOffered(undefined)
    setKept(false)
  }, [key])

  return { offered, isKept, forget, settle: () => setOffered(undefined) }
}
