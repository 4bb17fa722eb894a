import { useEffect, useEffectEvent } from 'react'
import type { ReviewLine } from '#shared/calls/review.ts'
import type { Actions } from './useActions.ts'

type Keys = Actions & {
  line: ReviewLine | undefined
  isEditing: boolean
  readings: () => readonly string[]
  edit: () => void
  toggleHelp: () => void
  stepWord: (by: 1 | -1) => void
}

/** The keys of the review, by name; with Ctrl before it. Never letters: the keyboard may write Thaana. */
const table: Record<string, (keys: Keys) => void> = {
  Enter: ({ line, accept }) => line && accept(line),
  'Ctrl Enter': ({ line, accept }) => line && accept(line, true),
  1: (keys) => choose(keys, 0),
  2: (keys) => choose(keys, 1),
  3: (keys) => choose(keys, 2),
  F2: ({ edit }) => edit(),
  ArrowDown: ({ step }) => step(1),
  ArrowUp: ({ step }) => step(-1),
  ArrowLeft: ({ stepWord }) => stepWord(1),
  ArrowRight: ({ stepWord }) => stepWord(-1),
  'Ctrl Z': ({ undo }) => undo(),
  F6: () => document.querySelector<HTMLElement>('[data-review-field]')?.focus(),
  F8: () => document.querySelector<HTMLElement>('[data-review-glyph]')?.focus(),
  F1: ({ toggleHelp }) => toggleHelp(),
}

const choose = ({ readings, choose: take }: Keys, index: number) => {
  const text = readings()[index]
  if (text !== undefined) take(text)
}

export function useReviewKeys(keys: Keys) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (event.altKey || event.defaultPrevented || !(target instanceof HTMLElement)) return
    // Another dialog, which asks something about the review.
    if (target.closest('[role="dialog"]')?.querySelector('[data-review-text]') === null) return
    // A field that is written in has its own keys, and a button its own Enter.
    if (target.closest('input, textarea, select, [role="listbox"], [role="combobox"]')) return
    const isControl = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && !isControl && target.closest('button, a')) return
    // By its code: with another keyboard layout it writes another letter.
    const key = event.code === 'KeyZ' ? 'Z' : event.key
    const run = table[isControl ? `Ctrl ${key}` : key]
    if (!run || keys.isEditing) return
    event.preventDefault()
    run(keys)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
