import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { routes } from '#web/platform/paths.ts'
import { type Opened, readSearch, type Search, writeSearch } from './searchUrl.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The open modal was opened from this page, so going back closes it. */
    openedHere?: boolean
  }
}

/** The state of the search page, stored in the URL, and its changes. */
export function useSearchState() {
  const search = readSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const router = useRouter()

  return {
    search,
    /** Starts another search, with a new history entry. */
    go: (to: Search) => navigate({ to: routes.home, search: writeSearch(to) }),
    /** Whether the URL still has this state: the user may have navigated on. */
    isAt: (expected: Search) =>
      JSON.stringify(writeSearch(readSearch(router.state.location.search))) === JSON.stringify(writeSearch(expected)),
    /** Replaces the state without a history entry, such as the type before a search. */
    replace: (to: Search) => navigate({ to: routes.home, search: writeSearch(to), replace: true, resetScroll: false }),
    open: (opened: Opened, base = search) =>
      navigate({
        to: routes.home,
        search: writeSearch({ ...base, opened }),
        resetScroll: false,
        state: { openedHere: true },
      }),
    /** Changes the tab or the opened result, without a history entry. */
    replaceOpened: (opened: Opened, page = search.page) =>
      navigate({
        to: routes.home,
        search: writeSearch({ ...search, page, opened }),
        resetScroll: false,
        replace: true,
        // Going back would close it on the page from which it was opened.
        state: (state) => (page === search.page ? state : {}),
      }),
    close: () => {
      if (router.state.location.state.openedHere) router.history.back()
      else
        void navigate({
          to: routes.home,
          search: writeSearch({ ...search, opened: undefined }),
          resetScroll: false,
          replace: true,
        })
    },
  }
}

export type SearchState = ReturnType<typeof useSearchState>
