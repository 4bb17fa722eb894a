import { type KeyboardEvent, useEffect, useRef } from 'react'

type EnterProps = {
  /** Whether the text of the input filters the list. */
  isFiltered: (text: string) => boolean
  /** Whether the options are to be replaced, as those of an earlier text. */
  isStale: boolean
  isLoading: boolean
  setOpen: (isOpen: boolean) => void
}

/**
 * Enter never submits the form from an open list, nor from a closed one with a typed text, which it opens. It takes the
 * highlighted option, or the first one of a list that is filtered; else it closes the list. While the options of the typed
 * text are still loaded, the first one is taken when they arrive, unless a key or blur comes before.
 */
export function useFirstOption({ isFiltered, isStale, isLoading, setOpen }: EnterProps) {
  const waiting = useRef<{ input: HTMLInputElement; text: string }>(undefined)
  const cancel = () => {
    waiting.current = undefined
  }
  useEffect(() => {
    const { input, text } = waiting.current ?? {}
    if (isLoading) return
    waiting.current = undefined
    if (input && input.value === text) firstOptionOf(input)?.click()
  }, [isLoading])

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    cancel()
    const input = event.currentTarget
    const isOpen = input.getAttribute('aria-expanded') === 'true'
    const isTyped = isFiltered(input.value)
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || (!isOpen && !isTyped)) return
    event.preventDefault()
    if (isOpen && listOf(input)?.querySelector('[data-combobox-selected]')) return
    if (!isOpen || !isTyped) {
      setOpen(!isOpen)
      return
    }
    const first = isStale ? null : firstOptionOf(input)
    if (first) first.click()
    else if (isLoading) waiting.current = { input, text: input.value }
  }
  return { onKeyDown, cancel }
}

const listOf = (input: HTMLInputElement) => document.getElementById(input.getAttribute('aria-controls') ?? '')
const firstOptionOf = (input: HTMLInputElement) => listOf(input)?.querySelector<HTMLElement>('[role="option"]') ?? null
