import type { Repair } from '#shared/calls/search.ts'
import { inLanguage } from '#shared/messages.ts'
import type { IsCode } from '#shared/text/caseNumbers/courtCodes.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { type RepairCode, repairs as sentences } from '#shared/text/query/repairs.ts'
import { leavesOf } from '#shared/text/query/simplify.ts'
import { SearchLink } from '#web/library/search/SearchLink.tsx'
import type { Search } from '#web/library/search/searchUrl.ts'
import { useCourtCodes } from '#web/platform/api/useMeta.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Interpolate, FreeText } from '#web/ui/Text.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icons.tsx'
import styles from './Hints.module.css'

/** Hints that few queries have. They are loaded with the first of them, because they parse the query or hold many sentences. */

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

const isKnown = (code: string): code is RepairCode => Object.hasOwn(sentences, code)

/** The repairs of the query, in the language of the interface. */
export function Repairs({ repairs }: { repairs: readonly Repair[] }) {
  const language = useLanguage()
  return (
    <ul className={styles.repairs}>
      {repairs.map(({ code, at }, index) =>
        isKnown(code) ? (
          <li key={index} className={styles.repair}>
            <Icon name="info" size={16} />
            <span>
              <Interpolate
                sentence={inLanguage(sentences[code], language)}
                values={{
                  at: (
                    <bdi className={styles.at}>
                      <FreeText>{at}</FreeText>
                    </bdi>
                  ),
                }}
              />
            </span>
          </li>
        ) : null,
      )}
    </ul>
  )
}
