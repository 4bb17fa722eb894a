import type { NumberedCase, SearchResult } from '#shared/calls/search.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Icon } from '#web/ui/icons.tsx'
import { CaseNumber } from '#web/ui/Text.tsx'
import { tellOpened } from '../clicked.ts'
import { ExactHint } from '../ExactHint.tsx'
import { SearchLink } from '../SearchLink.tsx'
import type { Search } from '../searchUrl.ts'
import { numbersSaid } from './numbersSaid.ts'
import styles from './Hints.module.css'

/**
 * The words are a case number: the way to its case, to the cases that it may mean, to the one that the filters leave out,
 * or to those whose numbers are near.
 */
export function NumberHint({ search, answer: { redirect, numbers, trace } }: { search: Search; answer: SearchResult }) {
  const { finding } = useStrings()
  if (!numbers) return null
  const [found] = numbers.cases
  if (redirect !== null && found) return <ExactHint search={search} found={found} />
  const isMissing = numbers.state === 'missing'
  const said = numbersSaid(numbers, finding)
  return (
    <section className={styles.numbers} aria-label={said}>
      <Icon name={isMissing ? 'info' : 'help'} />
      <div className={styles.words}>
        <strong>{said}</strong>
        {isMissing && numbers.cases.length > 0 && <p className={styles.nearest}>{finding.hints.nearest}</p>}
        <Cases search={search} cases={numbers.cases} trace={trace} />
      </div>
    </section>
  )
}

type Offered = { search: Search; cases: readonly NumberedCase[]; trace: string | null }

function Cases({ search, cases, trace }: Offered) {
  return (
    <ul className={styles.cases}>
      {cases.map(({ number, reference, title }, index) => (
        <li key={`${reference} ${number}`}>
          <SearchLink
            search={{ ...search, opened: { kind: 'case', reference, tab: 'details' } }}
            className={styles.case}
            onClick={() => tellOpened(trace, index + 1)}
          >
            <CaseNumber>{number}</CaseNumber>
            <bdi className={styles.title}>{title}</bdi>
          </SearchLink>
        </li>
      ))}
    </ul>
  )
}
