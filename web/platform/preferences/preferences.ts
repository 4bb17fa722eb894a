import { useSyncExternalStore } from 'react'

/**
 * What a person chooses about the look of the application, kept in this browser. The same keys and words are read
 * before the first paint by `public/paint.js`; a test keeps the two together.
 */
export type Choice<Value extends string> = {
  get: () => Value
  set: (value: Value) => void
  subscribe: (listener: () => void) => () => void
}

/** Light paper in a dark frame; dark in all parts; light in all parts. The switch goes through them in this order. */
export const themes = ['mixed', 'dark', 'light'] as const
export const themeChoice = choice('theme', themes)
export const languageChoice = choice('language', ['dv', 'en'])
export const sidebarChoice = choice('sidebar', ['default', 'condensed'])

export type Theme = ReturnType<typeof themeChoice.get>

/** The chosen value; whoever uses it is drawn anew when it changes, in another tab too. */
export function useChoice<Value extends string>(of: Choice<Value>): Value {
  return useSyncExternalStore(of.subscribe, of.get)
}

function choice<const Value extends string>(key: string, values: readonly [Value, ...Value[]]): Choice<Value> {
  const listeners = new Set<() => void>()
  const understood = (text: string | null) => values.find((value) => value === text) ?? values[0]
  let current = understood(readKept(key))

  const change = (value: Value) => {
    if (value === current) return
    current = value
    for (const listener of listeners) listener()
  }

  if (typeof window !== 'undefined')
    window.addEventListener('storage', (event) => {
      if (event.key === key) change(understood(event.newValue))
    })

  return {
    get: () => current,
    set: (value) => {
      keep(key, value)
      change(value)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

// A browser may refuse storage altogether; the choice then lasts as long as the page.
function readKept(key: string) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function keep(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Kept in memory only.
  }
}
