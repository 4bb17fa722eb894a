import { useId } from 'react'
import type { PhraseCard, HighlightedPart } from '#shared/calls/search.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Card } from '#web/ui/Card.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { CaseNumber } from '#web/ui/Text.tsx'
import { HighlightedParts } from './HighlightedText.tsx'
import type { Highlighter } from './highlighter.ts'
import { SearchLink } from './SearchLink.tsx'
import type { Search } from './searchUrl.ts'
import styles from './PhraseResult.module.css'

type Props = { card: PhraseCard; search: Search; highlight: Highlighter }

/** A phrase in its three languages: Dhivehi and Arabic are right-to-left blocks. */
export function PhraseResult({ card, search, highlight }: Props) {
  const { card: strings } = useStrings().search
  const titleId = useId()
  return (
    <Card as="article" className={styles.card} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.dhivehi} dir="rtl">
        <InLanguage language="dv" parts={highlight(card.dhivehi_phrase)} />
      </h3>
      {card.english_phrase !== '' && (
        <p className={styles.english}>
          <InLanguage language="en" parts={highlight(card.english_phrase)} />
        </p>
      )}
      {card.arabic_phrase !== '' && (
        <p className={styles.arabic} dir="rtl">
          <InLanguage language="ar" parts={highlight(card.arabic_phrase)} />
        </p>
      )}
      {card.short_meaning !== '' && (
        <p className={styles.meaning}>
          <HighlightedParts parts={highlight(card.short_meaning)} />
        </p>
      )}
      <UsedCases card={card} search={search} />
      <footer className={styles.actions}>
        <SearchLink
          search={{ ...search, opened: { kind: 'phrase', reference: card.reference } }}
          className={styles.action}
          aria-label={strings.of(strings.meaning, card.dhivehi_phrase)}
        >
          <Icon name="book" size={17} />
          {strings.meaning}
        </SearchLink>
      </footer>
    </Card>
  )
}

const directions = { dv: 'rtl', en: 'ltr', ar: 'rtl' } as const

function InLanguage({ language, parts }: { language: keyof typeof directions; parts: readonly HighlightedPart[] }) {
  return (
    <bdi lang={language} dir={directions[language]}>
      <HighlightedParts parts={parts} />
    </bdi>
  )
}

function UsedCases({ card, search }: Omit<Props, 'highlight'>) {
  const { card: strings } = useStrings().search
  if (card.used_cases.length === 0) return null
  return (
    <div className={styles.used}>
      <p className={styles.usedLabel}>{strings.usedCases}</p>
      <ul className={styles.usedCases}>
        {card.used_cases.map(({ number, reference }) => (
          <li key={`${reference} ${number}`}>
            <SearchLink
              search={{ ...search, opened: { kind: 'case', reference, tab: 'details' } }}
              className={styles.usedCase}
            >
              <CaseNumber>{number}</CaseNumber>
            </SearchLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
