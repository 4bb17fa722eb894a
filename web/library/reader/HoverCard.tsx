import { useRef, useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { CaseSummary, Citations } from '#shared/calls/search.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { StatusBadge } from '#web/ui/Chip.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { blockDirection, CaseNumber, DateText, FreeText } from '#web/ui/Text.tsx'
import { post } from '#web/platform/api/client.ts'
import { usePlaceNear } from './placeNear.ts'
import { markerSelector } from './linkTargets.ts'
import { casesByNumber } from './useCitations.ts'
import styles from './HoverCard.module.css'

/** What a marked case number leads to, next to it. */
export function HoverCard({ card: { marker, cited } }: { card: HoverCardState }) {
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

/** The card of a cited case is open next to its marked number. */
type HoverCardState = { marker: HTMLAnchorElement; cited: CaseSummary }

/** A pointer that only passes opens nothing, and may leave the number for the card. */
const open_ms = 250
const close_ms = 200

/** The id of the card, which describes the number. */
const hoverCardId = 'cited-case'

/** The card of the marked number under the pointer or with the keyboard focus. Escape closes it. */
export function useHoverCard(
  article: HTMLElement | null,
  citations: Citations | undefined,
): HoverCardState | undefined {
  const [marker, setMarker] = useState<HTMLAnchorElement>()
  useEffect(() => (article ? watchMarkers(article, setMarker) : undefined), [article])
  const number = marker?.dataset['caseNumber'] ?? ''
  const known = casesByNumber(citations).get(number)
  // A case that was added since the text was saved.
  const asked = useQuery({
    queryKey: ['cited-case', number],
    enabled: marker !== undefined && citations !== undefined && known === undefined,
    queryFn: async ({ signal }) => {
      const answer = await post('g/citedCase', { CaseNumber: number }, { signal })
      // An ambiguous or unknown number has no card: a click on it asks.
      return answer.Status === 'success' ? answer.data : null
    },
  })
  const cited = known ?? asked.data
  const isOpen = marker !== undefined && cited !== undefined && cited !== null
  useEffect(() => {
    if (!marker || !isOpen) return undefined
    marker.setAttribute('aria-describedby', hoverCardId)
    return () => marker.removeAttribute('aria-describedby')
  }, [marker, isOpen])
  return isOpen ? { marker, cited } : undefined
}

type OnMarker = (marker: HTMLAnchorElement | undefined) => void

/** Calls `onMarker` with the marked number whose card is wanted. */
function watchMarkers(article: HTMLElement, onMarker: OnMarker) {
  let timer = 0
  /** Closed by Escape: it stays closed until the pointer has left it. */
  let dismissed: HTMLAnchorElement | undefined
  const schedule = (marker: HTMLAnchorElement | undefined, delay_ms: number) => {
    window.clearTimeout(timer)
    timer = window.setTimeout(() => onMarker(marker), delay_ms)
  }
  const listeners = new AbortController()
  const { signal } = listeners
  const onOver = ({ target, pointerType }: PointerEvent) => {
    if (pointerType === 'touch') return
    const marker = markerOf(article, target)
    if (isOverCard(target)) window.clearTimeout(timer)
    else if (!marker || marker !== dismissed) {
      dismissed = undefined
      schedule(marker, marker ? open_ms : close_ms)
    }
  }
  const onFocus = ({ target }: FocusEvent) => {
    const marker = markerOf(article, target)
    if (marker?.matches(':focus-visible')) schedule(marker, 0)
  }
  const onBlur = ({ target }: FocusEvent) => {
    if (markerOf(article, target)) schedule(undefined, 0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !document.getElementById(hoverCardId)) return
    // Handled here, so that dialogs around the reader stay open.
    event.preventDefault()
    dismissed = markerOf(article, article.querySelector(`[aria-describedby="${hoverCardId}"]`))
    schedule(undefined, 0)
  }
  document.addEventListener('pointerover', onOver, { signal })
  article.addEventListener('focusin', onFocus, { signal })
  article.addEventListener('focusout', onBlur, { signal })
  window.addEventListener('keydown', onKeyDown, { capture: true, signal })
  return () => {
    window.clearTimeout(timer)
    listeners.abort()
  }
}

function markerOf(article: HTMLElement, target: EventTarget | null): HTMLAnchorElement | undefined {
  const marker = target instanceof Element ? target.closest(markerSelector) : null
  return marker instanceof HTMLAnchorElement && article.contains(marker) ? marker : undefined
}

const isOverCard = (target: EventTarget | null) =>
  target instanceof Element && target.closest(`#${hoverCardId}`) !== null
