import { SearchLink } from '#web/library/search/SearchLink.tsx'
import type { Search } from '#web/library/search/searchUrl.ts'
import { useCourtCodes } from '#web/platform/api/useMeta.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { exactQuery } from './exactQuery.ts'
import styles from './Hints.module.css'

/** A link to the same search with each word in quotes; none when no word is without. */
export function ExactLink({ search }: { search: Search }) {
  const { hints } = useStrings().finding
  const exact = exactQuery(search.q, useCourtCodes(search.q))
  return exact === search.q ? null : (
    <SearchLink search={{ ...search, q: exact, page: 1, opened: undefined }} className={styles.link}>
      {hints.exactly}
    </SearchLink>
  )
}
