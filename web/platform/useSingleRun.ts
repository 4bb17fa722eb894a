import { useRef, useState } from 'react'

/**
 * Runs an action, and none that is asked for before it ends: a second click would create a second record. `isRunning` is true
 * until the action ends, also when it throws.
 */
export function useSingleRun() {
  const [isRunning, setRunning] = useState(false)
  const running = useRef(false)
  const runOnce = async (run: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    setRunning(true)
    try {
      await run()
    } finally {
      running.current = false
      setRunning(false)
    }
  }
  return { isRunning, runOnce }
}
