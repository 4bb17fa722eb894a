import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { limits } from '#shared/limits.ts'

/**
 * The text of the quick search, which the URL follows: debounced if the list is filtered here, on submit if the server
 * searches. A navigation to another URL replaces the text.
 */
export function useSearchText(inUrl: string, onSearch: (text: string) => void) {
  const { value: text, type, send } = useTyped(inUrl, { keyOf: trim, onSend: (next) => onSearch(next.trim()) })
  return {
    text,
    setText: (next: string, { isLong }: { isLong: boolean }) => type(next, { isSent: !isLong }),
    submit: () => send(text),
    clear: () => send(''),
  }
}

export type SearchText = ReturnType<typeof useSearchText>

const trim = (text: string) => text.trim()

type Texts = Readonly<Record<string, string>>

/** The texts of the column filters; the URL follows debounced. A navigation to another URL replaces them. */
export function useColumnFilters(inUrl: Texts, onSearch: (texts: Record<string, string>) => void) {
  const [isShown, setShown] = useState(Object.keys(inUrl).length > 0)
  const {
    value: texts,
    type,
    send,
  } = useTyped(inUrl, { keyOf: keyOfTexts, onSend: (next) => onSearch(nonEmpty(next)) })
  const clear = (columns: readonly string[] = Object.keys(texts)) =>
    send(Object.fromEntries(Object.entries(texts).filter(([column]) => !columns.includes(column))))
  return {
    texts,
    /** Whether the filter row is visible; hiding it clears all column filters. */
    isShown,
    toggle: () => {
      setShown(!isShown)
      if (isShown) clear()
    },
    setText: (column: string, text: string) => type({ ...texts, [column]: text }, { isSent: true }),
    /** Clears the filters of these columns, or all. */
    clear,
  }
}

export type ColumnFilters = ReturnType<typeof useColumnFilters>

const nonEmpty = (texts: Texts): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''))

/** Sorted, because the URL has the columns in another order than they were typed in. */
const keyOfTexts = (texts: Texts) => JSON.stringify(Object.entries(nonEmpty(texts)).sort())

/** What is typed, the key of the value in the URL meanwhile, and those of the values on their way to it. */
export type Typed<Value> = { value: Value; inUrl: string; sent: readonly string[] }
type Keyed<Value> = { value: Value; key: string }

/** What is typed when the URL has another value: it stays if the value comes from here, else it is replaced. */
export function typedAt<Value>(typed: Typed<Value>, { value, key }: Keyed<Value>): Typed<Value> {
  if (key === typed.inUrl) return typed
  const arrived = typed.sent.indexOf(key)
  return arrived === -1
    ? { value, inUrl: key, sent: [] }
    : { ...typed, inUrl: key, sent: typed.sent.slice(arrived + 1) }
}

/** The same while a value of it is on its way to the URL. */
export const sentFrom = <Value>({ inUrl, sent }: Typed<Value>, { value, key }: Keyed<Value>): Typed<Value> => ({
  value,
  inUrl,
  sent: key === (sent.at(-1) ?? inUrl) ? sent : [...sent, key],
})

type Options<Value> = { keyOf: (value: Value) => string; onSend: (value: Value) => void }

/** A value that is typed, and that the URL follows. */
function useTyped<Value>(inUrl: Value, { keyOf, onSend }: Options<Value>) {
  const [stored, setTyped] = useState<Typed<Value>>(() => ({ value: inUrl, inUrl: keyOf(inUrl), sent: [] }))
  const typed = typedAt(stored, { value: inUrl, key: keyOf(inUrl) })
  if (typed !== stored) setTyped(typed)

  const sendNow = (value: Value) => {
    setTyped((before) => sentFrom(before, { value, key: keyOf(value) }))
    onSend(value)
  }
  const debounced = useDebouncedCallback(sendNow, limits.list.search_debounce_ms)
  return {
    value: typed.value,
    type: (value: Value, { isSent }: { isSent: boolean }) => {
      setTyped({ ...typed, value })
      if (isSent) debounced(value)
    },
    /** Sends a value now: a pending one would replace it. */
    send: (value: Value) => {
      debounced.cancel()
      sendNow(value)
    },
  }
}
