import { type RefObject, useRef, useState } from 'react'
import type { SearchType } from '#shared/searchTypes.ts'
import { type Filters, noFilters } from './filters.ts'
import type { QueryProblem } from './queryProblem.ts'
import { emptySearch } from './searchUrl.ts'
import { submitOf, viewOf } from './submit.ts'
import type { SearchState } from './useSearchState.ts'

type Around = {
  state: SearchState
  /** The case of the number that was searched. */ exact: string | null
  again: () => void
}

/** What stands in the search box, which is the address until somebody writes, and what comes of it. */
export function useSearchBox({ state, exact, again }: Around) {
  const { search } = state
  const box: RefObject<HTMLInputElement | null> = useRef(null)
  const [draft, setDraft] = useState({ of: search.q, text: search.q })
  const [told, setTold] = useState<{ text: string; problem: QueryProblem }>()
  // The filters of case files wait while phrases are looked at.
  const [waiting, setWaiting] = useState(noFilters)

  const view = viewOf(search)
  // Whoever goes back in the history finds the words that were searched there.
  const text = draft.of === search.q ? draft.text : search.q
  const write = (words: string) => setDraft({ of: search.q, text: words })

  return {
    box,
    view,
    text,
    problem: problemShown(),
    write,
    submit,
    changeType,
    searchFor,
    clear: () => {
      write('')
      setTold(undefined)
      box.current?.focus()
    },
    goTo: () => {
      box.current?.focus()
      box.current?.select()
    },
  }

  function problemShown(): QueryProblem | undefined {
    if (told?.text === text) return told.problem
    return view.at === 'refused' && text === search.q ? view.problem : undefined
  }

  function submit() {
    const next = submitOf(search, text, exact)
    if (next.do === 'refuse') {
      setTold({ text, problem: next.problem })
      box.current?.focus()
      return
    }
    setTold(undefined)
    // Under a finger, the keyboard on the screen would cover what was found.
    if (window.matchMedia('(hover: none)').matches) box.current?.blur()
    if (next.do === 'search') searchFor(next.search.q, next.search.filters)
    if (next.do === 'open') void state.open({ kind: 'case', reference: next.reference, tab: 'details' })
    if (next.do === 'again') again()
  }

  function searchFor(q: string, filters: Filters) {
    setDraft({ of: q, text: q })
    void state.go({ ...search, q, filters, page: 1, opened: undefined })
  }

  function changeType(type: SearchType) {
    if (type === search.type) return
    if (search.type === 'CaseFile') setWaiting(search.filters)
    const next = { ...emptySearch, type, q: search.q, filters: type === 'CaseFile' ? waiting : noFilters }
    void (view.at === 'results' ? state.go(next) : state.replace(next))
  }
}

export type SearchBox = ReturnType<typeof useSearchBox>
