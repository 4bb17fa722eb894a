import { useEffect, useMemo, useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import type { LocalQuery, PreparedRows } from './localList.ts'
import { openSearch, searchSome } from './localSearch.ts'
import { inSlices, oneSlice } from './slices.ts'

/**
 * The rows that are found, while somebody types: at least so many as are wanted at once, or as one slice of work finds; the
 * others as soon as they are found behind the frame that shows these.
 */
export function useLocalSearch(prepared: PreparedRows, query: LocalQuery, wanted: number): readonly Row[] {
  const [, drawAgain] = useState<unknown>()
  const asked = JSON.stringify(query)
  const search = useMemo(() => {
    const opened = openSearch(prepared, query)
    oneSlice((isEnough) => searchSome(prepared, opened, () => opened.found.length >= wanted || isEnough()))
    return opened
    // The same words in the same columns are the same search, whichever page is turned to.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [prepared, asked])
  useEffect(() => {
    if (search.isDone) return undefined
    return inSlices(
      (isEnough) => searchSome(prepared, search, isEnough),
      () => drawAgain(search),
    )
  }, [prepared, search])
  return search.rows
}
