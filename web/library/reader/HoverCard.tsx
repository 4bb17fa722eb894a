import { useRef } from 'react'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { StatusBadge } from '#web/ui/Chip.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { blockDirection, CaseNumber, DateText, FreeText } from '#web/ui/Text.tsx'
import { usePlaceNear } from './placeNear.ts'
import { type HoverCard as State, hoverCardId } from './useHoverCard.ts'
import styles from './HoverCard.module.css'

/** What a marked case number leads to, next to it. */
export function HoverCard({ card: { marker, cited } }: { card: State }) {
  const { viewer } = useStrings()
  const language = useLanguage()
  const card = useRef<HTMLDivElement>(null)
  usePlaceNear(card, marker)
  const { title, court, closed_date, statuses } = cited
  return (
    <div ref={card} id={hoverCardId} role="tooltip" className={styles.card} data-hover-card="">
      <div className={styles.head}>
        <CaseNumber>{cited.case_numbers[0]?.number ?? marker.textContent}</CaseNumber>
        {statuses.map((status) => (
          <StatusBadge key={status.name} {...status} />
        ))}
      </div>
      <strong className={styles.title} lang="dv" dir={blockDirection(title)}>
        <FreeText>{title}</FreeText>
      </strong>
      <p className={styles.source}>
        <bdi lang="dv">{court.name}</bdi>
        {closed_date !== null && (
          <>
            {' · '}
            <DateText day={closed_date} language={language} />
          </>
        )}
      </p>
      <p className={styles.hint}>
        <Icon name="external" size={15} />
        {viewer.openInNewTab}
      </p>
    </div>
  )
}
