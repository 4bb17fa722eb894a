import { type FunctionComponent, lazy, useEffect, useState } from 'react'

/** The delays before each retry. */
const retryDelays_ms = [500, 2000, 5000]

/**
 * `React.lazy` with retries, for a named export. React caches a failed import forever, so while offline this waits for
 * the connection; it fails only if the import fails while online.
 */
export const lazyWithRetry = <Name extends string, Props>(
  load: () => Promise<Record<Name, FunctionComponent<Props>>>,
  name: Name,
) => lazy(async () => ({ default: (await loadWithRetry(load))[name] }))

/** Imports a module with retries; waits while the browser is offline. */
export async function loadWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  for (const delay_ms of retryDelays_ms) {
    try {
      return await load()
    } catch {
      // The last attempt throws the error.
      await (navigator.onLine ? sleep(delay_ms) : waitForConnection())
    }
  }
  return load()
}

const sleep = (time_ms: number) => new Promise((resolve) => setTimeout(resolve, time_ms))

/** Resolves when the browser is online. */
async function waitForConnection() {
  if (navigator.onLine) return
  await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
}

/** Without a new request for this long, the network counts as idle. */
const idle_ms = 1500

/**
 * Whether the network is idle: what the page needs is loaded, and code that can wait may load now. An offline page is
 * not idle.
 */
export function useNetworkIdle() {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (isIdle) return undefined
    const markIdle = () => void waitForConnection().then(() => setIdle(true))
    let timer = setTimeout(markIdle, idle_ms)
    const observer = new PerformanceObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(markIdle, idle_ms)
    })
    observer.observe({ type: 'resource' })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [isIdle])
  return isIdle
}
