import { useEffect, useRef } from 'react'

/** Runs once for many askings: a burst of five hundred changes is one look. Answers the function that asks. */
export function useGathered(run: () => void, wait_ms: number) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    if (timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      latest.current()
    }, wait_ms)
  }
}
