import type { NumberedCase, SearchResult } from '#shared/calls/search.ts'
import { reportClick } from '#web/library/search/reportClick.ts'
import { Interpolate } from '#web/library/search/Interpolate.tsx'
import { SearchLink } from '#web/library/search/SearchLink.tsx'
import type { Search } from '#web/library/search/searchUrl.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { buttonClass, ButtonContent } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { CaseNumber, FreeText } from '#web/ui/Text.tsx'
import { numberMessage } from '#web/library/search/body.ts'
import styles from './Hints.module.css'

/**
 * Shown when the query is a case number: links to its case, to the cases it may mean, to the case that the filters
 * exclude, or to cases with similar numbers.
 */
export function NumberHint({ search, answer: { redirect, numbers, trace } }: { search: Search; answer: SearchResult }) {
  const { finding } = useStrings()
  if (!numbers) return null
  const [exactCase] = numbers.cases
  if (redirect !== null && exactCase) return <ExactHint search={search} exactCase={exactCase} />
  const isMissing = numbers.state === 'missing'
  const message = numberMessage(numbers, finding)
  return (
    <section className={styles.numbers} aria-label={message}>
      <Icon name={isMissing ? 'info' : 'help'} />
      <div className={styles.text}>
        <strong>{message}</strong>
        {isMissing && numbers.cases.length > 0 && <p className={styles.nearest}>{finding.hints.nearest}</p>}
        <Cases search={search} cases={numbers.cases} trace={trace} />
      </div>
    </section>
  )
}

type CasesProps = { search: Search; cases: readonly NumberedCase[]; trace: string | null }

function Cases({ search, cases, trace }: CasesProps) {
  return (
    <ul className={styles.cases}>
      {cases.map(({ number, reference, title }, index) => (
        <li key={`${reference} ${number}`}>
          <SearchLink
            search={{ ...search, opened: { kind: 'case', reference, tab: 'details' } }}
            className={styles.case}
            onClick={() => reportClick(trace, index + 1)}
          >
            <CaseNumber>{number}</CaseNumber>
            <bdi className={styles.title}>
              <FreeText>{title}</FreeText>
            </bdi>
          </SearchLink>
        </li>
      ))}
    </ul>
  )
}

/** Shown when the query is the number of a case: a link to that case. */
function ExactHint({ search, exactCase: { number, reference } }: { search: Search; exactCase: NumberedCase }) {
  const { exact } = useStrings().search
  return (
    <div className={styles.hint}>
      <Icon name="circle-check" />
      <p className={styles.exactHintText}>
        <strong>
          <Interpolate sentence={exact.found} values={{ number: <CaseNumber>{number}</CaseNumber> }} />
        </strong>
        <span className={styles.enterHint}>{exact.again}</span>
      </p>
      <SearchLink
        search={{ ...search, opened: { kind: 'case', reference, tab: 'details' } }}
        className={buttonClass({ variant: 'primary', size: 'sm' })}
      >
        <ButtonContent endIcon="forward">{exact.open}</ButtonContent>
      </SearchLink>
    </div>
  )
}
