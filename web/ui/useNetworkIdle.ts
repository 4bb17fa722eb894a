import { useEffect, useState } from 'react'
import { waitForConnection } from './lazyWithRetry.ts'

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
