import { useEffect } from 'react'
import type { Searched } from '#web/reader/findInText.ts'
import type { Around } from '#web/viewer/ResultSteps.tsx'
import { tellOpened } from './clicked.ts'
import type { ResultPlace } from './neighbours.ts'
import type { Search } from './searchUrl.ts'
import { useNeighbours } from './useNeighbours.ts'

type FromSearch = {
  around: Around | undefined
  /** What is to be marked in the text, as on the cards of the results. */
  searched: Searched
}

/** What an opened case has of the search that found it. That it was opened is told to the server. */
export function useAround(
  search: Search,
  reference: string | undefined,
  goTo: (place: ResultPlace) => void,
): FromSearch {
  const { neighbours, count, marks, trace } = useNeighbours(search, reference)
  const position = neighbours?.position

  useEffect(() => {
    if (position !== undefined) tellOpened(trace, position)
  }, [trace, position])

  const searched = { query: search.q, marks }
  if (!neighbours) return { around: undefined, searched }
  const { previous, next } = neighbours
  const around = {
    position: neighbours.position,
    count,
    toPrevious: previous && (() => goTo(previous)),
    toNext: next && (() => goTo(next)),
  }
  return { around, searched }
}
