import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import type { Suggestion } from '#shared/calls/search.ts'
import type { SearchType } from '#shared/searchTypes.ts'
import { holdsDigit } from '#shared/text/words.ts'
import { type Filters, isFiltered, noFilters } from './filters.ts'
import { emptySearch, type Search } from './searchUrl.ts'
import { submitOf } from './submit.ts'
import { useDraft } from './useDraft.ts'
import { resultsOf } from './useResults.ts'
import type { SearchState } from './useSearchState.ts'

type Around = {
  state: SearchState
  /** The case of the number that was searched. */ exact: string | null
  again: () => void
}

/** The bar: what stands in it, and what comes of it. */
export function useSearchBox({ state, exact, again }: Around) {
  const { search } = state
  const box: RefObject<HTMLInputElement | null> = useRef(null)
  const { view, text, problem, write, settle, tell } = useDraft(search)
  const changeType = useTypeChange(state, view.at === 'results')
  const lead = useWayToCase(state, box)

  function searchFor(q: string, filters: Filters) {
    settle(q)
    void state.go({ ...search, q, filters, page: 1, opened: undefined })
  }

  function submit() {
    const next = submitOf(search, text, exact)
    if (next.do === 'refuse') {
      tell(next.problem)
      box.current?.focus()
      return
    }
    // Under a finger, the keyboard on the screen would cover what was found.
    if (window.matchMedia('(hover: none)').matches) box.current?.blur()
    if (next.do === 'search') {
      settle(next.search.q)
      void state.go(next.search).then(() => lead(next.search))
    }
    if (next.do === 'open') void state.open({ kind: 'case', reference: next.reference, tab: 'details' })
    if (next.do === 'again') again()
  }

  /** A number leads to its case, everything else is searched for. */
  function choose({ kind, text: chosen, reference }: Suggestion) {
    if (kind === 'number' && reference !== undefined) void state.open({ kind: 'case', reference, tab: 'details' })
    else searchFor(chosen, search.filters)
  }

  function clear() {
    write('')
    box.current?.focus()
  }

  function goTo() {
    box.current?.focus()
    box.current?.select()
  }

  return { box, view, text, problem, write, submit, changeType, searchFor, choose, clear, goTo }
}

export type SearchBox = ReturnType<typeof useSearchBox>

/**
 * A number that is typed leads to its case, over what else was found: going back closes it. Whoever comes back to the
 * address, or has gone on meanwhile, is left where he is.
 */
function useWayToCase({ isAt, open }: SearchState, box: RefObject<HTMLInputElement | null>) {
  const client = useQueryClient()
  return async (search: Search) => {
    if (!holdsDigit(search.q) || isFiltered(search.filters)) return
    // What fails is told by the results, which ask the same.
    const answer = await client.query({ ...resultsOf(search), staleTime: Infinity }).catch(() => undefined)
    const isWaiting = isAt(search) && box.current?.value.trim() === search.q
    if (answer?.redirect && isWaiting) await open({ kind: 'case', reference: answer.redirect, tab: 'details' }, search)
  }
}

/** The other type of the same words. The filters of case files wait while phrases are looked at. */
function useTypeChange({ search, go, replace }: SearchState, isSearched: boolean) {
  const [waiting, setWaiting] = useState(noFilters)
  return (type: SearchType) => {
    if (type === search.type) return
    if (search.type === 'CaseFile') setWaiting(search.filters)
    const next = { ...emptySearch, type, q: search.q, filters: type === 'CaseFile' ? waiting : noFilters }
    void (isSearched ? go(next) : replace(next))
  }
}
