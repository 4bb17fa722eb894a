import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { CaseCard, Snippet } from '#shared/calls/search.ts'
import type { Language } from '#shared/messages.ts'
import { paths } from '#web/platform/paths.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Card } from '#web/ui/Card.tsx'
import { StatusBadge } from '#web/ui/Chip.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icons.tsx'
import { blockDirection, CaseNumber, DateText } from '#web/ui/Text.tsx'
import { caseName, requestCase } from '#web/library/viewer/useCase.ts'
import { HighlightedText, HighlightedParts } from './HighlightedText.tsx'
import type { Highlighter } from './highlighter.ts'
import { SearchLink } from './SearchLink.tsx'
import { type Search, writeCase } from './searchUrl.ts'
import { reportOpened } from './useResultNavigation.ts'
import styles from './CaseResult.module.css'

type Props = {
  card: CaseCard
  search: Search
  highlight: Highlighter
  /** The case whose number was searched for. */
  exact: boolean
}

export function CaseResult({ card, search, highlight, exact }: Props) {
  const language = useLanguage()
  const strings = useStrings().search
  const titleId = useId()
  return (
    <Card
      as="article"
      className={classes(styles.card, exact && styles.exact)}
      aria-labelledby={titleId}
      data-reference={card.reference}
    >
      {exact && (
        <p className={styles.exactLabel}>
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
      <h3 id={titleId} className={styles.title} dir={blockDirection(card.title)}>
        <OpenCase card={card} search={search} tab="details">
          <bdi>
            <HighlightedParts parts={highlight(card.title)} />
          </bdi>
        </OpenCase>
      </h3>
      <Facts card={card} language={language} highlight={highlight} />
      <Matches card={card} search={search} />
      <CardActions card={card} search={search} />
    </Card>
  )
}

/** The case numbers; the first is emphasized. */
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

function Facts({ card, language, highlight }: Pick<Props, 'card' | 'highlight'> & { language: Language }) {
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
          <HighlightedParts parts={highlight(card.formatted_claimant)} />
        </Fact>
      )}
      {card.formatted_respondant !== '' && (
        <Fact label={strings.card.respondant}>
          <HighlightedParts parts={highlight(card.formatted_respondant)} />
        </Fact>
      )}
    </dl>
  )
}

type FactProps = {
  label: string
  children: ReactNode
  /** The label is visually hidden. */
  plain?: boolean
}

function Fact({ label, children, plain = false }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt className={plain ? styles.visuallyHidden : styles.label}>{label}</dt>
      <dd className={styles.value}>
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}

/** The matching passages, each with a link to its paragraph. */
function Matches({ card, search }: Pick<Props, 'card' | 'search'>) {
  const strings = useStrings()
  if (card.matches.length === 0) return null
  return (
    <div
      className={styles.matches}
      role="group"
      aria-label={strings.search.card.matches}
      dir={blockDirection(card.title)}
    >
      {card.matches.map((snippet, index) => (
        <div key={index}>
          <SnippetLink card={card} search={search} snippet={snippet} />
          <HighlightedText parts={snippet.pieces} className={styles.match} />
        </div>
      ))}
    </div>
  )
}

/** Named by the printed number of the paragraph or footnote, by which it is cited, if it has one. */
function SnippetLink({ card, search, snippet }: Pick<Props, 'card' | 'search'> & { snippet: Snippet }) {
  const { search: strings, finding, reader } = useStrings()
  const { paragraph, printed, footnote } = snippet
  const paragraphName = printed === null ? finding.passage : finding.paragraph(printed)
  const name = footnote === null ? paragraphName : reader.footnote(footnote)
  return (
    <OpenCase
      card={card}
      search={search}
      tab="text"
      paragraph={paragraph}
      className={classes(styles.paragraph, name === finding.passage && styles.unnamed)}
      label={strings.card.of(name, caseName(card))}
    >
      {name}
    </OpenCase>
  )
}

function CardActions({ card, search }: Pick<Props, 'card' | 'search'>) {
  const { card: strings } = useStrings().search
  const client = useQueryClient()
  const labelFor = (action: string) => strings.of(action, caseName(card))
  return (
    <footer className={styles.actions}>
      <OpenCase card={card} search={search} tab="text" className={styles.action} label={labelFor(strings.content)}>
        <Icon name="file" size={17} />
        {strings.content}
      </OpenCase>
      <OpenCase card={card} search={search} tab="details" className={styles.action} label={labelFor(strings.details)}>
        <Icon name="info" size={17} />
        {strings.details}
      </OpenCase>
      <a
        className={classes(styles.action, styles.last)}
        href={paths.case(writeCase(search, { reference: card.reference, tab: 'details' }))}
        target="_blank"
        rel="noopener"
        // The page in the new tab does not know the entry of this search in the log.
        onClick={() => reportOpened(client, search, card.reference)}
        aria-label={labelFor(strings.newTab)}
        title={strings.newTab}
      >
        <Icon name="external" size={17} />
        <span className={styles.actionText}>{strings.newTab}</span>
      </a>
    </footer>
  )
}

type OpenCaseProps = Pick<Props, 'card' | 'search'> & {
  tab: 'details' | 'text'
  paragraph?: number
  className?: string | undefined
  label?: string
  children: ReactNode
}

function OpenCase({ card, search, className, label, children, ...target }: OpenCaseProps) {
  const opened = { kind: 'case', reference: card.reference, ...target } as const
  const client = useQueryClient()
  return (
    <SearchLink
      search={{ ...search, opened }}
      className={className}
      aria-label={label}
      // A press becomes a click about a tenth of a second later.
      onPointerDown={(event) => {
        if (event.button === 0 && event.pointerType === 'mouse') requestCase(client, card.reference, target.tab)
      }}
      onClick={(event) => {
        // With these keys a link opens in another tab or window.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        requestCase(client, card.reference, target.tab)
      }}
    >
      {children}
    </SearchLink>
  )
}
