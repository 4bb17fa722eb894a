import { type FunctionComponent, lazy } from 'react'

/** How long is waited before each further try to fetch a part of the page. */
const pauses_ms = [500, 2000, 5000]

/**
 * A component that is fetched when it is first drawn, by the name its module gives it. React remembers a failed fetch
 * for ever, so a connection that is away is waited for here; only what cannot be had over a connection is an error.
 */
export const lazyWithRetry = <Name extends string, Props>(
  load: () => Promise<Record<Name, FunctionComponent<Props>>>,
  name: Name,
) => lazy(async () => ({ default: (await loadWithRetry(load))[name] }))

/** Fetches a part of the page, and tries again while the connection is away. */
export async function loadWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  for (const pause_ms of pauses_ms) {
    try {
      return await load()
    } catch {
      // Why it failed is said by the last try.
      await (navigator.onLine ? sleep(pause_ms) : waitForConnection())
    }
  }
  return load()
}

const sleep = (time_ms: number) => new Promise((resolve) => setTimeout(resolve, time_ms))

/** The browser has a connection, now or as soon as it is back. */
export async function waitForConnection() {
  if (navigator.onLine) return
  await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
}
