import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import type { Suggestion } from '#shared/calls/search.ts'
import type { SearchType } from '#shared/searchTypes.ts'
import { hasDigit } from '#shared/text/language/tokenizer.ts'
import { currentSession } from '#web/platform/session/session.ts'
import { type Filters, isFiltered } from './filters.ts'
import { normalizeQuery, type QueryProblem, queryProblem } from './queryProblem.ts'
import { emptySearch, type Search } from './searchUrl.ts'
import { openedBy, submitOf, viewOf } from './searchView.ts'
import { resultsQuery } from './useResults.ts'
import type { SearchState } from './useSearchState.ts'

type SearchBoxOptions = {
  state: SearchState
  /** The case whose number was searched for. */
  exact: string | null
  refetch: () => void
}

/** The state of the search bar and its actions. */
export function useSearchBox({ state, exact, refetch }: SearchBoxOptions) {
  const { search } = state
  const inputRef: RefObject<HTMLInputElement | null> = useRef(null)
  const draft = useDraft(search)
  const { view, text, problem, setText, commit, reject } = draft
  const changeType = useTypeChange(state, draft)
  const openExactMatch = useOpenExactMatch(state, inputRef)

  function searchFor(q: string, filters: Filters) {
    commit(q)
    void state.go({ ...search, q, filters, page: 1, opened: undefined })
  }

  function submit() {
    const next = submitOf(search, text, exact)
    if (next.action === 'refuse') {
      reject(next.problem)
      inputRef.current?.focus()
      return
    }
    // On touch devices the on-screen keyboard would cover the results.
    if (hasNoHover()) inputRef.current?.blur()
    if (next.action === 'search') {
      commit(next.search.q)
      void state.go(next.search).then(() => openExactMatch(next.search))
    }
    if (next.action === 'open') void state.open({ kind: 'case', reference: next.reference, tab: 'details' })
    if (next.action === 'repeat') refetch()
  }

  function choose(suggestion: Suggestion) {
    const opened = openedBy(suggestion)
    if (opened) void state.open(opened)
    else searchFor(suggestion.text, search.filters)
    // A completion under the box disappears with the press. On touch devices the keyboard would cover the results.
    if (!hasNoHover()) inputRef.current?.focus()
  }

  function clear() {
    setText('')
    inputRef.current?.focus()
  }

  /** Searches with other filters. What is typed in the box stays, and is searched for when it is sent. */
  const filterBy = (filters: Filters) => void state.go({ ...search, filters, page: 1, opened: undefined })
  const goTo = () => selectInput(inputRef)
  return { inputRef, view, text, problem, setText, submit, changeType, searchFor, filterBy, choose, clear, goTo }
}

export const hasNoHover = () => window.matchMedia('(hover: none)').matches

function selectInput(inputRef: RefObject<HTMLInputElement | null>) {
  inputRef.current?.focus()
  inputRef.current?.select()
}

export type SearchBox = ReturnType<typeof useSearchBox>

/**
 * Opens the case of a typed number over the results: going back closes it. Does nothing if the user has navigated on or
 * edited the query meanwhile.
 */
function useOpenExactMatch({ isAt, open }: SearchState, inputRef: RefObject<HTMLInputElement | null>) {
  const client = useQueryClient()
  return async (search: Search) => {
    if (!hasDigit(search.q) || isFiltered(search.filters) || currentSession().at === 'guest') return
    // The results, which use the same query, show its failure.
    const answer = await client.query({ ...resultsQuery(search), staleTime: Infinity }).catch(() => undefined)
    const isUnchanged = isAt(search) && inputRef.current?.value.trim() === search.q
    if (answer?.redirect && isUnchanged)
      await open({ kind: 'case', reference: answer.redirect, tab: 'details' }, search)
  }
}

/**
 * Switches the type. Once there are results, the text of the box is searched for, or their query if it cannot be. The filters
 * and the order of case files are restored when the user returns.
 */
function useTypeChange({ search, go, replace }: SearchState, { view, text, commit }: ReturnType<typeof useDraft>) {
  const [{ filters, sort }, setCaseSearch] = useState(emptySearch)
  return (type: SearchType) => {
    if (type === search.type) return
    if (search.type === 'CaseFile') setCaseSearch(search)
    const next = { ...emptySearch, type, q: search.q, ...(type === 'CaseFile' && { filters, sort }) }
    if (view.at !== 'results') {
      void replace(next)
      return
    }
    const typed = normalizeQuery(text)
    const q = queryProblem(typed, { filtered: isFiltered(next.filters) }) ? search.q : typed
    commit(q)
    void go({ ...next, q })
  }
}

/**
 * The text in the search box: the query of the URL until the user edits it. Going back in history restores the query
 * searched there.
 */
function useDraft(search: Search) {
  const [stored, setDraft] = useState<Draft>({ text: search.q, inUrl: search.q })
  const [rejection, setRejection] = useState<{ text: string; problem: QueryProblem }>()
  const draft = draftAt(stored, search.q)
  if (draft !== stored) setDraft(draft)
  const { text } = draft
  const view = viewOf(search)

  return {
    view,
    text,
    problem: problemShown(),
    setText: (value: string) => setDraft({ ...draft, text: value }),
    /** The text becomes the query of the URL that is being navigated to. */
    commit: (value: string) => {
      setDraft({ ...draft, text: value, sent: value })
      setRejection(undefined)
    },
    reject: (problem: QueryProblem) => setRejection({ text, problem }),
  }

  /** The problem applies to the rejected text only, until it is edited. */
  function problemShown(): QueryProblem | undefined {
    if (rejection?.text === text) return rejection.problem
    return view.at === 'refused' && text === search.q ? view.problem : undefined
  }
}

/** A text that is edited, the query of the URL meanwhile, and the one that is being navigated to. */
export type Draft = { text: string; inUrl: string; sent?: string }

/** The draft when the URL has this query: what was typed while the URL caught up with the sent query stays. */
export function draftAt(draft: Draft, inUrl: string): Draft {
  if (inUrl === draft.sent) return { text: draft.text, inUrl }
  return inUrl === draft.inUrl ? draft : { text: inUrl, inUrl }
}
