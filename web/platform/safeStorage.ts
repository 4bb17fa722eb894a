/** The Web Storage of this browser, which may refuse it or be full: what is stored then lasts as long as the page, in memory. */
type Area = 'localStorage' | 'sessionStorage'

export function readItem(area: Area, key: string): string | null {
  try {
    return globalThis[area].getItem(key)
  } catch {
    return null
  }
}

/** Returns whether it was stored. */
export function writeItem(area: Area, key: string, value: string): boolean {
  try {
    globalThis[area].setItem(key, value)
    return true
  } catch {
    return false
  }
}

export function removeItem(area: Area, key: string) {
  try {
    globalThis[area].removeItem(key)
  } catch {
    // Nothing was stored.
  }
}

/** Calls back when another tab changes an item of the local storage, with its text. Returns how to stop it. */
export function onItemChange(key: string, changed: (text: string | null) => void) {
  if (typeof window === 'undefined') return () => undefined
  const onStorage = (event: StorageEvent) => {
    // A cleared storage names no key.
    if (event.key === key || event.key === null) changed(event.newValue)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** The result of a storage that answers asynchronously; undefined if it does not respond, for which no user must wait. */
export const beforeTimeLimit = <Result>(result: Promise<Result>): Promise<Result | undefined> =>
  Promise.race([result, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), maxResponse_ms))])

const maxResponse_ms = 2000
