import { Suspense } from 'react'
import type { Entity, SearchResult, NumberedCase } from '#shared/calls/search.ts'
import { isolate } from '#shared/text/format/isolate.ts'
import { Interpolate, Count, CaseNumber, FreeText } from '#web/ui/Text.tsx'
import { Query } from '#web/library/search/ResultsHead.tsx'
import { SearchLink } from '#web/library/search/SearchLink.tsx'
import { emptySearch, type Search } from '#web/library/search/searchUrl.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { buttonClass, ButtonContent } from '#web/ui/Button.tsx'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'
import { numberMessage } from '#web/library/search/searchView.ts'
import { noFilters } from '#web/library/search/filters.ts'
import styles from './Hints.module.css'

const Repairs = lazyWithRetry<'Repairs', Pick<SearchResult, 'repairs'>>(() => import('./RareHints.tsx'), 'Repairs')
const ExactLink = lazyWithRetry<'ExactLink', Pick<Props, 'search'>>(() => import('./RareHints.tsx'), 'ExactLink')

type Props = { search: Search; answer: SearchResult }

/** Hints about the query itself, above the results; usually none. */
export function Hints({ search, answer }: Props) {
  const { hints } = useStrings().finding
  return (
    <>
      <NumberHint search={search} answer={answer} />
      {answer.suggestion !== null && (
        <OtherQuery sentence={hints.didYouMean} search={search} query={answer.suggestion} />
      )}
      {answer.split !== null && <OtherQuery sentence={hints.split} search={search} query={answer.split} />}
      {answer.understood !== null && <AlsoSearched search={search} words={answer.understood} className={styles.line} />}
      {answer.repairs.length > 0 && (
        <Suspense>
          <Repairs repairs={answer.repairs} />
        </Suspense>
      )}
      {answer.entity !== null && <EntityCard search={search} entity={answer.entity} />}
    </>
  )
}

type OtherQueryProps = { /** With the placeholder `{query}`. */ sentence: string; search: Search; query: string }

function OtherQuery({ sentence, search, query }: OtherQueryProps) {
  const link = (
    <SearchLink search={{ ...search, q: query, page: 1, opened: undefined }} className={styles.link}>
      <Query q={query} />
    </SearchLink>
  )
  return (
    <p className={styles.line}>
      <Interpolate sentence={sentence} values={{ query: link }} />
    </p>
  )
}

const icons: Record<Entity['kind'], IconName> = { judge: 'gavel', court: 'court', party: 'users' }

/** Shown when the query is the name of a judge, a court or a party: a link to their cases only. */
function EntityCard({ search, entity }: { search: Search; entity: Entity }) {
  const { hints } = useStrings().finding
  const entitySearch = { ...emptySearch, ...searchOf(entity), sort: search.sort }
  return (
    <section className={styles.entity} aria-label={`${hints.kinds[entity.kind]}: ${isolate(entity.name)}`}>
      <span className={styles.icon}>
        <Icon name={icons[entity.kind]} />
      </span>
      <p className={styles.text}>
        <span className={styles.kind}>{hints.kinds[entity.kind]}</span>
        <strong>
          <bdi>
            <FreeText>{entity.name}</FreeText>
          </bdi>
        </strong>
        <span className={styles.count}>
          <Interpolate
            sentence={hints.cases(entity.count)}
            values={{ count: <Count>{entity.count.toLocaleString('en-US')}</Count> }}
          />
        </span>
      </p>
      <SearchLink search={entitySearch} className={buttonClass({ variant: 'soft', size: 'sm' })}>
        <ButtonContent icon="filter">{hints.only}</ButtonContent>
      </SearchLink>
    </section>
  )
}

/**
 * Shown when the query is a case number: links to its case, to the cases it may mean, to the case that the filters
 * exclude, or to cases with similar numbers.
 */
function NumberHint({ search, answer: { redirect, numbers } }: { search: Search; answer: SearchResult }) {
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
        <Cases search={search} cases={numbers.cases} />
      </div>
    </section>
  )
}

function Cases({ search, cases }: { search: Search; cases: readonly NumberedCase[] }) {
  return (
    <ul className={styles.cases}>
      {cases.map(({ number, reference, title }) => (
        <li key={`${reference} ${number}`}>
          <SearchLink
            search={{ ...search, opened: { kind: 'case', reference, tab: 'details' } }}
            className={styles.case}
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

/** The search for the cases of one judge, court or party. */
export function searchOf({ kind, id, name }: Entity): Pick<Search, 'q' | 'filters'> {
  // A party has no id, only a name; the query language has a filter for it.
  if (kind === 'party' || id === null) return { q: `${kind}:"${name.replaceAll('"', '')}"`, filters: noFilters }
  return { q: '', filters: { ...noFilters, [kind === 'judge' ? 'judges' : 'courts']: [id] } }
}

type AlsoSearchedProps = { search: Search; words: string; className: string | undefined }

/** The words that were searched in addition to the query, and the link that searches without them. */
export function AlsoSearched({ search, words, className }: AlsoSearchedProps) {
  const { hints } = useStrings().finding
  return (
    <p className={className}>
      <Interpolate sentence={hints.understood} values={{ query: <Query q={words} /> }} />{' '}
      <Suspense>
        <ExactLink search={search} />
      </Suspense>
    </p>
  )
}
