import { useEffect, useRef } from 'react'

/**
 * Runs once for many askings: a burst of five hundred changes is one look. Answers the function that asks, which
 * `run` is given too: it may be asked to wait longer, until somebody asks for it sooner.
 */
export function useGathered(run: (again: (later_ms?: number) => void) => void, wait_ms: number) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const waiting = useRef(Infinity)
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
  const ask = (later_ms = wait_ms) => {
    if (timer.current !== undefined && waiting.current <= later_ms) return
    clearTimeout(timer.current)
    waiting.current = later_ms
    timer.current = setTimeout(() => {
      timer.current = undefined
      latest.current(ask)
    }, later_ms)
  }
  return ask
}
