import { useSyncExternalStore } from 'react'
import { onItemChange, readItem, writeItem } from '#web/platform/safeStorage.ts'

/**
 * Preferences for the look of the application, stored in this browser. `public/paint.js` reads the same keys before the
 * first paint; a test compares the two.
 */
type Preference<Value extends string> = {
  get: () => Value
  set: (value: Value) => void
  subscribe: (listener: () => void) => () => void
}

/** A light page in a dark frame; all dark; all light. The switch steps through them in this order. */
export const themes = ['mixed', 'dark', 'light'] as const
export const themePreference = preference('theme', themes)
export const languagePreference = preference('language', ['dv', 'en'])
export const sidebarPreference = preference('sidebar', ['default', 'condensed'])

export type Theme = ReturnType<typeof themePreference.get>

/** The current value; the component renders again when it changes, in another tab too. */
export function usePreference<Value extends string>(of: Preference<Value>): Value {
  return useSyncExternalStore(of.subscribe, of.get)
}

function preference<const Value extends string>(key: string, values: readonly [Value, ...Value[]]): Preference<Value> {
  const listeners = new Set<() => void>()
  const parse = (text: string | null) => values.find((value) => value === text) ?? values[0]
  let current = parse(readItem('localStorage', key))

  const change = (value: Value) => {
    if (value === current) return
    current = value
    for (const listener of listeners) listener()
  }

  onItemChange(key, (text) => change(parse(text)))

  return {
    get: () => current,
    set: (value) => {
      writeItem('localStorage', key, value)
      change(value)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
