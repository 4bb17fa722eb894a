import { useEffect, useSyncExternalStore } from 'react'

/** A screen may name the window better than the menu does: by the number of its case. */
let title: string | undefined
const listeners = new Set<() => void>()

function change(next: string | undefined) {
  title = next
  for (const listener of listeners) listener()
}

/** Names the window while the screen is there. */
export function usePageTitle(text: string | undefined) {
  useEffect(() => {
    change(text)
    return () => change(undefined)
  }, [text])
}

export const useOwnTitle = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => title,
  )
