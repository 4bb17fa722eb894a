import { type KeyboardEvent, useState } from 'react'
import { type Section, sectionHolding } from './sections.ts'

/** Where somebody stands in a form of several steps. */
export function useSteps(isStepwise: boolean) {
  const [at, setAt] = useState(0)
  return {
    isStepwise,
    at,
    go: setAt,
    /** The first step in which something is wrong. */
    openFor: (sections: readonly Section[], places: readonly string[]) => {
      const wrong = places.map((place) => sectionHolding(sections, place)).filter((index) => index >= 0)
      if (wrong.length > 0) setAt(Math.min(...wrong))
    },
    /** The specification: ctrl+alt+right is the next step, ctrl+alt+left the one before, in both directions of reading. */
    byKey: (event: KeyboardEvent, current: number, count: number) => {
      const move = event.ctrlKey && event.altKey ? moves[event.key] : undefined
      if (move === undefined) return
      event.preventDefault()
      setAt(Math.max(0, Math.min(count - 1, current + move)))
    },
  }
}

const moves: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }
