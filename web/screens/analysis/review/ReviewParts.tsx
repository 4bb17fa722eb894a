import type { ReactNode } from 'react'
import type { Review } from '#shared/calls/review.ts'
import type { Field } from '#shared/resource/field.ts'
import { endsInLatin } from '#shared/text/format/isolate.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { reviewStrings } from '#web/platform/strings/reviewStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import { Count, FreeText, Isolated, VisuallyHidden } from '#web/ui/Text.tsx'
import { levelOf, missingFields, type PageState, pageStateOf, progressOf, undecidedPages } from './reviewModel.ts'
import styles from './Review.module.css'

/** A key, as it is written on the keyboard. */
export const Key = ({ children }: { children: string }) => (
  <kbd className={styles.key} dir="ltr">
    {children}
  </kbd>
)

const hasRtlLetters = /[\p{Script=Thaana}\p{Script=Arabic}]/u

/**
 * A word or a line of the text. Without Thaana it is written from left to right, such as a case number with a misread sign;
 * what stands around it keeps the direction of the text.
 */
export function LineText({ children }: { children: string }) {
  const [, before = '', core = '', after = ''] = /^([^\p{L}\p{N}]*)(.*[\p{L}\p{N}])(.*)$/u.exec(children) ?? []
  if (core === '' || hasRtlLetters.test(core)) return <FreeText>{children}</FreeText>
  return (
    <>
      {before}
      <bdi dir="ltr">{core}</bdi>
      {after}
    </>
  )
}

/**
 * The words of a line, and what stands between them. Latin words, and numbers after them, are not isolated: a line from right
 * to left would draw the isolates of a phrase in reverse order.
 */
export function wordsOf(texts: readonly string[]): ReactNode[] {
  let isInLatin = false
  return texts.map((text) => {
    const isIsolated = hasRtlLetters.test(text) || (/\d/.test(text) && !isInLatin)
    // A number begins no phrase, but what stands after it can end one.
    isInLatin = endsInLatin(/\d/.test(text) ? text.replace(/.*[A-Za-z0-9]/u, '') : text, isInLatin)
    return isIsolated ? <LineText>{text}</LineText> : text
  })
}

/** How sure something is: bars, a word, and a number. */
export function Confidence({ value, hasNumber = true }: { value: number; hasNumber?: boolean }) {
  const strings = reviewStrings[useLanguage()]
  const level = levelOf(value)
  return (
    <span className={styles.confidence} data-level={level}>
      <span className={styles.bars} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {strings.levels[level]}
      {hasNumber && <Count>{Math.round(value * 100)}</Count>}
    </span>
  )
}

/** How many doubtful words are done, and what the sample has shown at the end. */
export function Progress({ review }: { review: Review }) {
  const strings = reviewStrings[useLanguage()]
  const { done, all } = progressOf(review)
  if (all === 0) return null
  return (
    <span className={styles.progress}>
      <span>
        <Isolated>{strings.progress(done, all)}</Isolated>
      </span>
      <progress className={styles.meter} max={all} value={done} aria-label={strings.doubtful} />
    </span>
  )
}

export function SaveState({ isSaving, isInterrupted }: { isSaving: boolean; isInterrupted: boolean }) {
  const strings = reviewStrings[useLanguage()]
  return (
    <span role="status" className={styles.saveState} data-saving={isSaving || undefined}>
      {!isSaving && <Icon name="circle-check" size={16} />}
      {isInterrupted ? strings.interrupted : isSaving ? strings.saving : strings.saved}
    </span>
  )
}

const icons: Partial<Record<PageState, IconName>> = { done: 'check', hidden: 'eye-off', unread: 'print' }

type StripProps = { review: Review; page: number; onPage: (page: number) => void }

/** All pages with their states, and how far the sample is. */
export function PageStrip({ review, page, onPage }: StripProps) {
  const strings = reviewStrings[useLanguage()]
  const { size, lines } = review.sample
  const right = lines.filter(({ is_right }) => is_right).length
  return (
    <div className={styles.strip}>
      <span className={styles.pageOf}>
        <Isolated>{strings.pageOf(page, review.pages.length)}</Isolated>
      </span>
      <nav aria-label={strings.pages} className={styles.pages}>
        {review.pages.map((one) => {
          const state = pageStateOf(review, one)
          const icon = icons[state]
          return (
            <button
              key={one.number}
              type="button"
              className={styles.pageButton}
              data-state={state}
              title={strings.states[state]}
              {...(one.number === page && { 'aria-current': 'page' as const })}
              onClick={() => onPage(one.number)}
            >
              {icon && <Icon name={icon} size={13} />}
              <VisuallyHidden>{strings.page(one.number)}, </VisuallyHidden>
              <span aria-hidden="true">{one.number}</span>
              <VisuallyHidden>{strings.states[state]}</VisuallyHidden>
            </button>
          )
        })}
      </nav>
      {size > 0 && (
        <span className={styles.sample}>
          <Isolated>
            {lines.length >= size ? strings.sampleRight(right, lines.length) : strings.sample(lines.length, size)}
          </Isolated>
        </span>
      )}
    </div>
  )
}

/** The keys and what they do; F1 shows all of them. */
export function KeyBar({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const strings = reviewStrings[useLanguage()]
  const shown: [string[], ReactNode][] = [
    [['Enter'], strings.accept],
    [['1', '2'], strings.choose],
    [['F2'], strings.fix],
    [['↓'], strings.next],
    [['↑'], strings.previous],
    [['Ctrl Z'], strings.undo],
    [['F6'], strings.fields],
  ]
  const more: [string[], ReactNode][] = [
    [['Ctrl ↵'], strings.everywhereAlike],
    [['←'], strings.nextWord],
    [['→'], strings.previousWord],
    [['F8'], strings.glyphs],
  ]
  return (
    <div className={styles.keys} role="group" aria-label={strings.keys} data-open={isOpen || undefined}>
      {[...shown, ...(isOpen ? more : [])].map(([keys, label]) => (
        <span key={keys.join()}>
          {keys.map((one) => (
            <Key key={one}>{one}</Key>
          ))}
          <Isolated>{label}</Isolated>
        </span>
      ))}
      <span className={styles.grow} />
      <button type="button" className={styles.help} aria-expanded={isOpen} onClick={onToggle}>
        <Key>F1</Key> {strings.help}
      </button>
    </div>
  )
}

const fields: Record<string, Field> = analysis.fields

/** Why the analysis cannot be finalized yet, as sentences. */
export function useReasons(review: Review, isWritten: boolean) {
  const language = useLanguage()
  const { lockedBy } = reviewStrings[language]
  return [
    ...undecidedPages(review).map((page) => lockedBy.hidden(page)),
    ...review.unknown_judges.map((name) => lockedBy.judge(name)),
    ...missingFields(review).map((name) => lockedBy.field(fields[name]?.label[language] ?? name)),
    ...(isWritten ? [lockedBy.written] : []),
  ]
}
