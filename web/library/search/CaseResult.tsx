import { type ReactNode, useId } from 'react'
import type { CaseCard, Snippet } from '#shared/calls/search.ts'
import type { Language } from '#shared/messages.ts'
import { paths } from '#web/paths.ts'
import { useLanguage, useStrings } from '#web/strings/strings.ts'
import { Card } from '#web/ui/Card.tsx'
import { StatusBadge } from '#web/ui/Chip.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icons.tsx'
import { CaseNumber, DateText } from '#web/ui/Text.tsx'
import { caseName } from '#web/viewer/caseName.ts'
import { Marked, Pieces } from './Marked.tsx'
import type { Marker } from './marker.ts'
import { SearchLink } from './SearchLink.tsx'
import { type Search, writeCase } from './searchUrl.ts'
import styles from './CaseResult.module.css'

type Props = {
  card: CaseCard
  search: Search
  mark: Marker
  /** The case whose number was asked for. */ exact: boolean
}

export function CaseResult({ card, search, mark, exact }: Props) {
  const language = useLanguage()
  const strings = useStrings().search
  const titleId = useId()
  return (
    <Card as="article" className={classes(styles.card, exact && styles.exact)} aria-labelledby={titleId}>
      {exact && (
        <p className={styles.exactWord}>
          <Icon name="circle-check" size={16} />
          {strings.card.exact}
        </p>
      )}
      <header className={styles.head}>
        <Numbers card={card} />
        <span className={styles.statuses}>
          {card.statuses.map((status) => (
            <StatusBadge key={status.name} {...status} />
          ))}
        </span>
      </header>
      <h3 id={titleId} className={styles.title}>
        <OpenCase card={card} search={search} tab="details">
          <bdi>
            <Pieces pieces={mark(card.title)} />
          </bdi>
        </OpenCase>
      </h3>
      <Facts card={card} language={language} mark={mark} />
      <Matches card={card} search={search} />
      <Acts card={card} search={search} />
    </Card>
  )
}

/** All numbers of the case, the first the strongest. */
function Numbers({ card }: { card: CaseCard }) {
  return (
    <ul className={styles.numbers}>
      {card.case_numbers.map(({ number }) => (
        <li key={number}>
          <CaseNumber>{number}</CaseNumber>
        </li>
      ))}
    </ul>
  )
}

function Facts({ card, language, mark }: Pick<Props, 'card' | 'mark'> & { language: Language }) {
  const strings = useStrings().search
  const { fields } = strings
  return (
    <dl className={styles.facts}>
      <Fact label={fields.courts} plain>
        {card.court.name}
      </Fact>
      {card.case_types_text !== '' && (
        <Fact label={fields.types} plain>
          {card.case_types_text}
        </Fact>
      )}
      {card.closed_date !== null && (
        <Fact label={strings.card.closed}>
          <DateText day={card.closed_date} language={language} />
        </Fact>
      )}
      <div className={styles.break} />
      {card.formatted_claimant !== '' && (
        <Fact label={strings.card.claimant}>
          <Pieces pieces={mark(card.formatted_claimant)} />
        </Fact>
      )}
      {card.formatted_respondant !== '' && (
        <Fact label={strings.card.respondant}>
          <Pieces pieces={mark(card.formatted_respondant)} />
        </Fact>
      )}
    </dl>
  )
}

type FactProps = {
  label: string
  children: ReactNode
  /** What it is shows by itself: the label is only read out. */ plain?: boolean
}

function Fact({ label, children, plain = false }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt className={plain ? styles.unseen : styles.label}>{label}</dt>
      <dd className={styles.value}>
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}

/** The passages that show what was found; each leads to its paragraph of the text. */
function Matches({ card, search }: Pick<Props, 'card' | 'search'>) {
  const strings = useStrings()
  if (card.matches.length === 0) return null
  return (
    <div className={styles.matches} role="group" aria-label={strings.search.card.matches}>
      {card.matches.map((snippet, index) => (
        <div key={index}>
          <Place card={card} search={search} snippet={snippet} />
          <Marked pieces={snippet.pieces} className={styles.match} />
        </div>
      ))}
    </div>
  )
}

/** By the number that the judgment gives its paragraph or footnote, if it gives one: that is how it is cited. */
function Place({ card, search, snippet }: Pick<Props, 'card' | 'search'> & { snippet: Snippet }) {
  const { search: words, finding, reader } = useStrings()
  const { paragraph, printed, footnote } = snippet
  const ofParagraph = printed === null ? finding.place : finding.paragraph(printed)
  const name = footnote === null ? ofParagraph : reader.footnote(footnote)
  return (
    <OpenCase
      card={card}
      search={search}
      tab="text"
      paragraph={paragraph}
      className={styles.paragraph}
      label={words.card.of(name, caseName(card))}
    >
      {name}
    </OpenCase>
  )
}

function Acts({ card, search }: Pick<Props, 'card' | 'search'>) {
  const { card: strings } = useStrings().search
  const about = (act: string) => strings.of(act, caseName(card))
  return (
    <footer className={styles.acts}>
      <OpenCase card={card} search={search} tab="text" className={styles.act} label={about(strings.content)}>
        <Icon name="file" size={17} />
        {strings.content}
      </OpenCase>
      <OpenCase card={card} search={search} tab="details" className={styles.act} label={about(strings.details)}>
        <Icon name="info" size={17} />
        {strings.details}
      </OpenCase>
      <a
        className={classes(styles.act, styles.last)}
        href={paths.case(writeCase(search, { reference: card.reference, tab: 'details' }))}
        target="_blank"
        rel="noopener"
        aria-label={about(strings.newTab)}
        title={strings.newTab}
      >
        <Icon name="external" size={17} />
        <span className={styles.actWord}>{strings.newTab}</span>
      </a>
    </footer>
  )
}

type OpenProps = Pick<Props, 'card' | 'search'> & {
  tab: 'details' | 'text'
  paragraph?: number
  className?: string | undefined
  label?: string
  children: ReactNode
}

function OpenCase({ card, search, className, label, children, ...place }: OpenProps) {
  const opened = { kind: 'case', reference: card.reference, ...place } as const
  return (
    <SearchLink search={{ ...search, opened }} className={className} aria-label={label}>
      {children}
    </SearchLink>
  )
}
