import { type CSSProperties, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import type { PageSummary, Review, ReviewItem, ReviewLine, ReviewPage } from '#shared/calls/review.ts'
import { reviewStrings } from '#web/platform/strings/reviewStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icons.tsx'
import { SectionSpinner } from '#web/ui/Spinner.tsx'
import { Count, VisuallyHidden } from '#web/ui/Text.tsx'
import { wordsOf } from './ReviewParts.tsx'
import { correctionsOf, isLineItem, itemAt, type Piece, piecesOf } from './reviewModel.ts'
import { boxOf, type Strip, stripsOf } from './strips.ts'
import type { FieldPlace } from './useActions.ts'
import styles from './Facing.module.css'

type Props = {
  page: ReviewPage | undefined
  summary: PageSummary | undefined
  url: string | undefined
  hasNoPicture: boolean
  review: Review
  selected: ReviewItem | undefined
  field: FieldPlace | undefined
  onSelect: (item: ReviewItem) => void
}

/** Moves the focus to the text, where the keys of the review are received. */
export const focusText = () => document.querySelector<HTMLElement>('[data-review-text]')?.focus({ preventScroll: true })

/** The picture of a page and its text, side by side: each line is one row of both. */
export function Facing({ page, summary, url, hasNoPicture, review, selected, field, onSelect }: Props) {
  const strings = reviewStrings[useLanguage()]
  const loading = useStrings().page.loading
  const pane = useRef<HTMLDivElement>(null)
  useEffect(() => pane.current?.focus({ preventScroll: true }), [])
  const strips = page ? stripsOf(page) : []
  return (
    <div ref={pane} className={styles.facing} tabIndex={-1} data-review-text="">
      <h3 className={styles.heading}>
        <Icon name="page" size={15} /> {strings.picture}
      </h3>
      <h3 className={classes(styles.heading, styles.textHeading)}>
        <Icon name="file" size={15} /> {strings.text}
        <span className={styles.marks} aria-hidden="true">
          <span data-state="low">{strings.marks.low}</span>
          <span data-state="medium">{strings.marks.medium}</span>
          <span data-state="done">{strings.marks.done}</span>
        </span>
      </h3>
      {/* A scrolled area is reached by the keyboard. */}
      <div className={styles.rows} role="group" aria-label={strings.text} tabIndex={0}>
        {!page && <SectionSpinner label={loading} />}
        {page?.lines.length === 0 && summary && <WholePage summary={summary} url={url} empty={strings.noLines} />}
        {hasNoPicture && <p className={styles.noPicture}>{strings.noPicture}</p>}
        {page?.lines.map((line, index) => (
          <Row
            key={index}
            {...{ page, line, index, url, review, field, onSelect }}
            strip={strips[index]}
            selected={selected?.page === page.number && selected.line === index ? selected : undefined}
          />
        ))}
      </div>
    </div>
  )
}

type RowProps = Pick<Props, 'url' | 'review' | 'selected' | 'field' | 'onSelect'> & {
  page: ReviewPage
  line: ReviewLine
  index: number
  strip: Strip | undefined
}

function Row({ page, line, index, url, strip, review, selected, field, onSelect }: RowProps) {
  const strings = reviewStrings[useLanguage()]
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  const pieces = piecesOf(line, correctionsOf(review.corrections, page.number, index))
  const words = wordsOf(pieces.map(({ text }) => text))
  const isDoubtful = pieces.some(({ state }) => state === 'low' || state === 'medium')
  const selectPlace = (place: { start: number; end: number } | undefined) => {
    if (place) onSelect(itemAt(review.items, line, { page: page.number, line: index, ...place }))
  }
  const first = pieces.find(({ state }) => state && state !== 'done') ?? pieces.find(({ place }) => place)
  /** Words are reached by the arrow keys; a click is the other way. */
  const onClick = ({ target }: MouseEvent) => {
    const start = target instanceof Element ? target.closest('[data-start]')?.getAttribute('data-start') : undefined
    if (start) selectPlace(pieces.find(({ place }) => place?.start === Number(start))?.place)
  }
  return (
    <div
      ref={row}
      className={styles.row}
      data-now={selected !== undefined || undefined}
      data-role={line.role}
      onClick={onClick}
    >
      {strip && <PictureStrip {...{ page, line, pieces, strip, url, selected, field }} />}
      <button
        type="button"
        tabIndex={-1}
        className={styles.number}
        data-doubtful={isDoubtful || undefined}
        onClick={() => selectPlace(first?.place)}
      >
        <VisuallyHidden>{strings.line(index + 1)}</VisuallyHidden>
        <Count>
          <span aria-hidden="true">{`${index + 1}${isDoubtful ? ' ?' : ''}`}</span>
        </Count>
        {isDoubtful && <VisuallyHidden>{strings.doubtfulLine}</VisuallyHidden>}
      </button>
      <p className={styles.text} dir="rtl" lang="dv" style={{ '--center': strip?.center ?? 0.5 } as CSSProperties}>
        <span>
          {pieces.map((piece, at) => (
            <Word key={at} piece={piece} selected={selected}>
              {piece.place && piece.text === '' ? (
                <del>{line.text.slice(piece.place.start, piece.place.end)}</del>
              ) : (
                words[at]
              )}
            </Word>
          ))}
        </span>
      </p>
    </div>
  )
}

type WordProps = { piece: Piece; selected: ReviewItem | undefined; children: ReactNode }

function Word({ piece: { place, state }, selected, children }: WordProps) {
  if (!place) return children
  const isSelected = selected && !isLineItem(selected) && place.start === selected.start
  return (
    <span
      className={styles.word}
      data-start={place.start}
      data-state={state}
      data-selected={isSelected || undefined}
      {...(isSelected && { 'aria-current': true as const })}
    >
      {children}
    </span>
  )
}

type StripProps = Pick<RowProps, 'page' | 'line' | 'url' | 'selected' | 'field'> & {
  strip: Strip
  pieces: readonly Piece[]
}

/** One line of the picture, in points of the page: nothing is computed in pixels. */
function PictureStrip({ page, line, pieces, strip: { x, y, width, height }, url, selected, field }: StripProps) {
  return (
    <svg className={styles.strip} viewBox={`${x} ${y} ${width} ${height}`} aria-hidden="true">
      {/* Clips to the line: in a row that is higher, the lines next to it would be drawn twice. */}
      <svg x={x} y={y} width={width} height={height} viewBox={`${x} ${y} ${width} ${height}`}>
        <rect className={styles.paper} x={x} y={y} width={width} height={height} />
        {url !== undefined && <image href={url} width={page.width} height={page.height} preserveAspectRatio="none" />}
        <rect className={styles.band} x={x} y={y} width={width} height={height} />
        {field?.page === page.number && <rect className={styles.field} {...field.box} rx={2} />}
        {pieces.map(({ place, state }) => {
          if (!place) return null
          const isSelected = selected && !isLineItem(selected) && place.start === selected.start
          return (
            <rect
              key={place.start}
              className={styles.box}
              data-start={place.start}
              data-state={state}
              data-selected={isSelected || undefined}
              rx={2}
              {...boxOf(line, place)}
            />
          )
        })}
      </svg>
    </svg>
  )
}

/** A page that was not read: its whole picture. */
function WholePage({ summary, url, empty }: { summary: PageSummary; url: string | undefined; empty: string }) {
  const { width, height } = summary
  return (
    <div className={styles.row}>
      <svg className={styles.strip} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <rect className={styles.paper} width={width} height={height} />
        {url !== undefined && <image href={url} width={width} height={height} preserveAspectRatio="none" />}
      </svg>
      <span />
      <p className={styles.empty}>{empty}</p>
    </div>
  )
}
