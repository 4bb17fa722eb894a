import { useRef, useState } from 'react'

/**
 * Runs an action, and none that is asked for before it ends: a second click would create a second record. `isRunning` is true
 * until the action ends, also when it throws. `runOnce` resolves to the result of the action, or to undefined if it did not run.
 */
export function useSingleRun() {
  const [isRunning, setRunning] = useState(false)
  const running = useRef(false)
  const runOnce = async <Result>(run: () => Promise<Result>): Promise<Result | undefined> => {
    if (running.current) return undefined
    running.current = true
    setRunning(true)
    try {
      return await run()
    } finally {
      running.current = false
      setRunning(false)
    }
  }
  return { isRunning, runOnce }
}
