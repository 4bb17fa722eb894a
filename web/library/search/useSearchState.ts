import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { routes } from '#web/paths.ts'
import { type Opened, readSearch, type Search, writeSearch } from './searchUrl.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What stands open was opened from this page, so going back closes it. */
    openedHere?: boolean
  }
}

/** The state of the page, which is its address, and the ways to change it. */
export function useSearchState() {
  const search = readSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const router = useRouter()

  return {
    search,
    /** Searches something else: a new entry of the history. */
    go: (to: Search) => navigate({ to: routes.home, search: writeSearch(to) }),
    /** Whether the address is still this one: somebody who waits may have gone on. */
    isAt: (wanted: Search) =>
      JSON.stringify(writeSearch(readSearch(router.state.location.search))) === JSON.stringify(writeSearch(wanted)),
    /** Says the same in other words, such as the type before anything is searched. */
    replace: (to: Search) => navigate({ to: routes.home, search: writeSearch(to), replace: true, resetScroll: false }),
    open: (opened: Opened, over = search) =>
      navigate({
        to: routes.home,
        search: writeSearch({ ...over, opened }),
        resetScroll: false,
        state: { openedHere: true },
      }),
    /** The other tab of what is open, or another result instead of it: no step of its own on the way back. */
    turnTo: (opened: Opened, page = search.page) =>
      navigate({
        to: routes.home,
        search: writeSearch({ ...search, page, opened }),
        resetScroll: false,
        replace: true,
        state: (state) => state,
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
