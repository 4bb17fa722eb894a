import { useId } from 'react'
import type { PhraseCard, Piece } from '#shared/calls/search.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Card } from '#web/ui/Card.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { CaseNumber } from '#web/ui/Text.tsx'
import { Pieces } from './Marked.tsx'
import type { Marker } from './marker.ts'
import { SearchLink } from './SearchLink.tsx'
import type { Search } from './searchUrl.ts'
import styles from './PhraseResult.module.css'

type Props = { card: PhraseCard; search: Search; mark: Marker }

/** A phrase in its three languages: each runs its own way, and all stand at the start of the card. */
export function PhraseResult({ card, search, mark }: Props) {
  const { card: strings } = useStrings().search
  const titleId = useId()
  return (
    <Card as="article" className={styles.card} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.dhivehi}>
        <InLanguage language="dv" pieces={mark(card.dhivehi_phrase)} />
      </h3>
      {card.english_phrase !== '' && (
        <p className={styles.english}>
          <InLanguage language="en" pieces={mark(card.english_phrase)} />
        </p>
      )}
      {card.arabic_phrase !== '' && (
        <p className={styles.arabic}>
          <InLanguage language="ar" pieces={mark(card.arabic_phrase)} />
        </p>
      )}
      {card.short_meaning !== '' && (
        <p className={styles.meaning}>
          <Pieces pieces={mark(card.short_meaning)} />
        </p>
      )}
      <UsedCases card={card} search={search} />
      <footer className={styles.acts}>
        <SearchLink
          search={{ ...search, opened: { kind: 'phrase', reference: card.reference } }}
          className={styles.act}
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

function InLanguage({ language, pieces }: { language: keyof typeof directions; pieces: readonly Piece[] }) {
  return (
    <bdi lang={language} dir={directions[language]}>
      <Pieces pieces={pieces} />
    </bdi>
  )
}

function UsedCases({ card, search }: Omit<Props, 'mark'>) {
  const { card: strings } = useStrings().search
  if (card.used_cases.length === 0) return null
  return (
    <div className={styles.used}>
      <p className={styles.usedLabel}>{strings.usedCases}</p>
      <ul className={styles.usedCases}>
        {card.used_cases.map(({ number, reference }) => (
          <li key={reference}>
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
