import type { IsCode } from '#shared/text/caseNumbers/courtCodes.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { leavesOf } from '#shared/text/query/simplify.ts'
import { SearchLink } from '#web/library/search/SearchLink.tsx'
import type { Search } from '#web/library/search/searchUrl.ts'
import { useCourtCodes } from '#web/platform/api/useMeta.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import styles from './Hints.module.css'

/** A link to the same search with each word in quotes; none when no word is without. */
export function ExactLink({ search }: { search: Search }) {
  const { hints } = useStrings().finding
  const exact = exactQuery(search.q, useCourtCodes(search.q))
  return exact === search.q ? null : (
    <SearchLink
      search={{ ...search, q: exact, page: 1, opened: undefined }}
      className={classes(styles.link, styles.exactly)}
    >
      {hints.exactly}
    </SearchLink>
  )
}

/** The query with each of its words in quotes: it is searched without other spellings, words and languages. */
export function exactQuery(query: string, isCode?: IsCode): string {
  const { root } = parseQuery(query, isCode)
  const words = root ? leavesOf(root).filter(({ kind }) => kind === 'word') : []
  const quoted = words
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end }) => `${text.slice(0, start)}"${text.slice(start, end)}"${text.slice(end)}`, query)
  // The tree has a repeated word once.
  return quoted === query ? query : exactQuery(quoted, isCode)
}
