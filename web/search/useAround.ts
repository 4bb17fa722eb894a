import { useEffect } from 'react'
import type { Around } from '#web/viewer/ResultSteps.tsx'
import { tellOpened } from './clicked.ts'
import type { ResultPlace } from './neighbours.ts'
import type { Search } from './searchUrl.ts'
import { useNeighbours } from './useNeighbours.ts'

type FromSearch = {
  around: Around | undefined
  /** What is to be marked in the text: the words of the search, and those they were understood as. */
  query: string
}

/** What an opened case has of the search that found it. That it was opened is told to the server. */
export function useAround(
  search: Search,
  reference: string | undefined,
  goTo: (place: ResultPlace) => void,
): FromSearch {
  const { neighbours, count, understood, trace } = useNeighbours(search, reference)
  const position = neighbours?.position

  useEffect(() => {
    if (position !== undefined) tellOpened(trace, position)
  }, [trace, position])

  const query = understood === null ? search.q : `${search.q} ${understood}`
  if (!neighbours) return { around: undefined, query }
  const { previous, next } = neighbours
  const around = {
    position: neighbours.position,
    count,
    toPrevious: previous && (() => goTo(previous)),
    toNext: next && (() => goTo(next)),
  }
  return { around, query }
}
