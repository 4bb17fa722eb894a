import { useEffect, useState } from 'react'

/** Counts whole seconds down to none, by the clock: a page that slept is not behind. */
export function useCountdown(seconds: number) {
  const [endsAt, setEndsAt] = useState(() => Date.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)

  useEffect(() => {
    const look = () => {
      const remaining = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
      setLeft(remaining)
      if (remaining === 0) clearInterval(timer)
    }
    const timer = setInterval(look, 250)
    return () => clearInterval(timer)
  }, [endsAt])

  const restart = () => {
    setLeft(seconds)
    setEndsAt(Date.now() + seconds * 1000)
  }
  return { left, restart }
}
