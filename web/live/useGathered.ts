import { useEffect, useRef } from 'react'

/**
 * Runs once for many askings: a burst of five hundred changes is one look. Answers the function that asks, which
 * `run` is given too.
 */
export function useGathered(run: (again: () => void) => void, wait_ms: number) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  const ask = () => {
    if (timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      latest.current(ask)
    }, wait_ms)
  }
  return ask
}
