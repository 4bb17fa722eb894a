import { useState } from 'react'
import type { QueryProblem } from './queryProblem.ts'
import type { Search } from './searchUrl.ts'
import { viewOf } from './submit.ts'

/**
 * The words in the box: those of the address, until somebody writes others. Whoever goes back in the history finds the
 * words that were searched there.
 */
export function useDraft(search: Search) {
  const [draft, setDraft] = useState({ of: search.q, text: search.q })
  const [told, setTold] = useState<{ text: string; problem: QueryProblem }>()
  const text = draft.of === search.q ? draft.text : search.q
  const view = viewOf(search)

  return {
    view,
    text,
    problem: problemShown(),
    write: (words: string) => setDraft({ of: search.q, text: words }),
    /** The words become those of the address, which is on its way. */
    settle: (words: string) => {
      setDraft({ of: words, text: words })
      setTold(undefined)
    },
    tell: (problem: QueryProblem) => setTold({ text, problem }),
  }

  /** Only for the words that it is about: with the next letter it is gone. */
  function problemShown(): QueryProblem | undefined {
    if (told?.text === text) return told.problem
    return view.at === 'refused' && text === search.q ? view.problem : undefined
  }
}
