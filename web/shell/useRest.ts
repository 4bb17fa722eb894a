import { useEffect, useState } from 'react'
import { connected } from '#web/ui/later.ts'

/** Nothing was loaded for so long: the page is there. */
const rest_ms = 1500

/**
 * Whether the page has come to rest: what it was opened for is loaded. What nobody waits for is loaded after that, and
 * takes nothing from it. A page that has lost its connection is not at rest.
 */
export function useRest() {
  const [isAtRest, setAtRest] = useState(false)
  useEffect(() => {
    if (isAtRest) return undefined
    const rest = () => void connected().then(() => setAtRest(true))
    let timer = setTimeout(rest, rest_ms)
    const observer = new PerformanceObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(rest, rest_ms)
    })
    observer.observe({ type: 'resource' })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [isAtRest])
  return isAtRest
}
