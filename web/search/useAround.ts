import { useEffect } from 'react'
import type { Around } from '#web/viewer/ResultSteps.tsx'
import { tellOpened } from './clicked.ts'
import type { ResultPlace } from './neighbours.ts'
import type { Search } from './searchUrl.ts'
import { useNeighbours } from './useNeighbours.ts'

/** The results around an opened case, for its viewer; that it was opened is told to the server. */
export function useAround(search: Search, reference: string | undefined, goTo: (place: ResultPlace) => void) {
  const neighbours = useNeighbours(search, reference)
  const trace = neighbours?.trace ?? null
  const position = neighbours?.position

  useEffect(() => {
    if (position !== undefined) tellOpened(trace, position)
  }, [trace, position])

  if (!neighbours) return undefined
  const { previous, next, count } = neighbours
  return {
    position: neighbours.position,
    count,
    toPrevious: previous && (() => goTo(previous)),
    toNext: next && (() => goTo(next)),
  } satisfies Around
}
