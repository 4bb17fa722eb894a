import { useEffect, useSyncExternalStore } from 'react'

/** The window title set by a screen, such as the number of its case; it overrides the title of the menu entry. */
let title: string | undefined
const listeners = new Set<() => void>()

function setTitle(next: string | undefined) {
  title = next
  for (const listener of listeners) listener()
}

/** Sets the window title while the screen is mounted. */
export function usePageTitle(text: string | undefined) {
  useEffect(() => {
    setTitle(text)
    return () => setTitle(undefined)
  }, [text])
}

export const useScreenTitle = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => title,
  )
