import { useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import type { PageSummary, Review, ReviewItem } from '#shared/calls/review.ts'
import { post } from '#web/platform/api/client.ts'
import { reviewStrings } from '#web/platform/strings/reviewStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Count, FreeText, Isolated } from '#web/ui/Text.tsx'
import { FieldList } from './FieldList.tsx'
import { GlyphList } from './GlyphList.tsx'
import { LineText } from './ReviewParts.tsx'
import { correctionAt, isDone, isLineItem, isSameItem } from './reviewModel.ts'
import type { Actions } from './useActions.ts'
import { type ReviewState, useWritten } from './useReview.ts'
import styles from './SidePanel.module.css'
import { reviewLimits } from '#shared/resources/analysisReview.ts'

type Props = { row: Row; review: Review; state: ReviewState; actions: Actions }

/** Warnings, doubtful words, and fields. */
export function SidePanel(props: Props) {
  const strings = reviewStrings[useLanguage()]
  const { review, state, actions } = props
  const hiding = review.pages.filter(({ hidden }) => hidden.length > 0)
  const count = hiding.filter(({ decided }) => !decided).length + review.warnings.length
  return (
    <aside className={styles.side} aria-label={strings.title}>
      {(count > 0 || hiding.length > 0) && (
        <section aria-labelledby="review-warnings">
          <h3 id="review-warnings" className={styles.heading}>
            {strings.warnings}
            {count > 0 && (
              <span className={styles.badge}>
                <Icon name="alert" size={13} />
                <Count>{count}</Count>
              </span>
            )}
          </h3>
          {hiding.map((page) => (
            <HiddenWarning key={page.number} {...{ page, state, actions }} />
          ))}
          {review.warnings.map(({ text, page }, index) => (
            <div key={index} className={styles.warning} data-tone="caution">
              <p>
                <Isolated>{text}</Isolated>
              </p>
              {page !== null && (
                <Button size="sm" variant="soft" icon="eye" onClick={() => actions.goToPage(page)}>
                  {strings.look}
                </Button>
              )}
            </div>
          ))}
        </section>
      )}
      {review.glyphs.length > 0 && <GlyphList {...props} />}
      <Doubtful {...props} />
      {review.sample.lines.length > 0 && <SampleResult {...props} />}
      {review.unplaced.length > 0 && <Unplaced {...props} />}
      <FieldList {...props} />
    </aside>
  )
}

type HiddenProps = { page: PageSummary; state: ReviewState; actions: Actions }

/** Hidden text of a page. It blocks finalizing until the user says why it is left out. */
function HiddenWarning({ page, state, actions }: HiddenProps) {
  const strings = reviewStrings[useLanguage()]
  const [isOpen, setOpen] = useState(false)
  const { number, decided, hidden } = page
  const [first] = hidden
  const look = () => {
    if (first) actions.showField({ page: number, box: first.box })
    setOpen(true)
  }
  return (
    <div className={styles.warning} data-tone={decided ? 'good' : 'bad'}>
      <p className={styles.state}>
        <Icon name={decided ? 'check' : 'eye-off'} size={15} /> <Isolated>{strings.lockedBy.hidden(number)}</Isolated>
        {decided && ` · ${strings.decided}`}
      </p>
      {isOpen && (
        <>
          <p className={styles.note}>{strings.hiddenText}</p>
          <ul className={styles.hidden}>
            {hidden.map(({ text, reason }, index) => (
              <li key={index}>
                <q dir="auto">
                  <FreeText>{text}</FreeText>
                </q>{' '}
                <small>{reasonNames(strings)[reason] ?? reason}</small>
              </li>
            ))}
          </ul>
        </>
      )}
      {isOpen && !decided ? (
        <Reason {...{ page, state, actions }} />
      ) : (
        <div className={styles.acts}>
          <Button size="sm" variant="soft" icon="eye" onClick={look}>
            {strings.look}
          </Button>
          {decided ? (
            <Button size="sm" variant="ghost" onClick={() => void decideHidden({ page, state, actions })}>
              {strings.undo}
            </Button>
          ) : (
            <Button size="sm" variant="ghost" onClick={look}>
              {strings.leaveOut}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

const reasonNames = ({ reasons }: { reasons: Record<string, string> }) => reasons

/** Without a reason the decision is taken back. */
function decideHidden({ page: { number, hidden_key }, state, actions: { id } }: HiddenProps, reason?: string) {
  const input = { id, page: number, hidden_key, ...(reason !== undefined && { reason }) }
  return state.send(({ version }) => post('analysis/decideHidden', { ...input, version }, { isSave: true }))
}

function Reason(props: HiddenProps) {
  const strings = reviewStrings[useLanguage()]
  const { value: reason, write, finish } = useWritten(props.state, `reason ${props.page.number}`, '')
  const decide = () => {
    if (reason.trim() !== '') finish(decideHidden(props, reason))
  }
  return (
    <form
      className={styles.reason}
      onSubmit={(event) => {
        event.preventDefault()
        decide()
      }}
    >
      <label>
        {strings.reason}
        <input
          {...thaanaField}
          dir="auto"
          required
          maxLength={reviewLimits.reason_letters}
          value={reason}
          onChange={(event) => write(event.currentTarget.value)}
        />
      </label>
      <Button size="sm" type="submit">
        {strings.leaveOut.replace('…', '')}
      </Button>
    </form>
  )
}

/** The doubtful words, the least sure first; with lines of the sample between them. */
function Doubtful({ review, actions }: Props) {
  const strings = reviewStrings[useLanguage()]
  const open = review.items.filter((item) => !isDone(review, item))
  const { selected } = actions
  const done = review.items.filter((item) => isDone(review, item))
  return (
    <section aria-labelledby="review-doubtful">
      <h3 id="review-doubtful" className={styles.heading}>
        {strings.doubtful} <Count>{open.filter((item) => !isLineItem(item)).length}</Count>
      </h3>
      {open.length === 0 && <p className={styles.note}>{strings.allDone}</p>}
      <ul className={styles.items}>
        {[...open, ...done].slice(0, shownItems).map((item) => (
          <li key={`${item.page} ${item.line} ${item.start} ${item.end}`}>
            <Item
              item={item}
              isNow={selected !== undefined && isSameItem(item, selected)}
              isFinished={isDone(review, item)}
              text={correctionAt(review.corrections, item)?.after ?? item.text}
              onSelect={() => actions.select(item)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** More are reached by finishing these. */
const shownItems = 200

type ItemProps = { item: ReviewItem; text: string; isNow: boolean; isFinished: boolean; onSelect: () => void }

function Item({ item, text, isNow, isFinished, onSelect }: ItemProps) {
  const strings = reviewStrings[useLanguage()]
  const { confidence, page } = item
  return (
    <button
      type="button"
      className={styles.item}
      data-done={isFinished || undefined}
      {...(isNow && { 'aria-current': true as const })}
      onClick={onSelect}
    >
      <span className={styles.itemText} dir={isLineItem(item) ? undefined : 'rtl'}>
        <ItemText item={item} text={text} />
      </span>
      <span className={styles.place}>
        <Isolated>{strings.page(page)}</Isolated>
      </span>
      {isFinished ? (
        <span role="img" aria-label={strings.marks.done}>
          <Icon name="check" size={14} />
        </span>
      ) : (
        confidence !== undefined && <Count>{`${Math.round(confidence * 100)}%`}</Count>
      )}
    </button>
  )
}

function ItemText({ item, text }: Pick<ItemProps, 'item' | 'text'>) {
  const { lineItem } = reviewStrings[useLanguage()]
  if (isLineItem(item)) return lineItem
  const shown = <LineText>{text || item.text}</LineText>
  return text === '' ? <del>{shown}</del> : shown
}

/** How many of the sure lines that were compared are wrong, in this file and in all of them. */
function SampleResult({ review: { sample, all_samples } }: Props) {
  const strings = reviewStrings[useLanguage()]
  const wrong = sample.lines.filter(({ is_right }) => !is_right).length
  return (
    <section aria-labelledby="review-sample">
      <h3 id="review-sample" className={styles.heading}>
        {strings.sampleTitle}
      </h3>
      <div className={styles.warning} data-tone={wrong > 0 ? 'caution' : 'good'}>
        <p>
          <Isolated>{strings.sampleWrong(wrong, sample.lines.length, shareOf(wrong, sample.lines.length))}</Isolated>
        </p>
        <p className={styles.note}>
          <Isolated>
            {strings.allSamples(
              all_samples.wrong,
              all_samples.checked,
              shareOf(all_samples.wrong, all_samples.checked),
            )}
          </Isolated>
        </p>
      </div>
    </section>
  )
}

const shareOf = (part: number, all: number) => `${all === 0 ? 0 : Number(((100 * part) / all).toFixed(1))}%`

/** Corrections of an earlier run that fit nowhere in the lines of the current one: never placed by guessing. */
function Unplaced({ review, state, actions: { id, goToPage } }: Props) {
  const strings = reviewStrings[useLanguage()]
  const finish = (act: string) =>
    void state.send(({ version }) =>
      post('analysis/undoCorrection', { id, version, act, unplaced: true }, { isSave: true }),
    )
  return (
    <section aria-labelledby="review-unplaced">
      <h3 id="review-unplaced" className={styles.heading}>
        {strings.unplaced} <Count>{review.unplaced.length}</Count>
      </h3>
      <ul className={styles.items}>
        {review.unplaced.map(({ act, page, before, after }, index) => (
          <li key={`${act} ${index}`}>
            <button type="button" className={styles.item} onClick={() => goToPage(page)}>
              <span className={styles.itemText}>
                <del>
                  <LineText>{before}</LineText>
                </del>{' '}
                <ins>
                  <LineText>{after}</LineText>
                </ins>
              </span>
              <span className={styles.place}>
                <Isolated>{strings.page(page)}</Isolated>
              </span>
            </button>
            <Button size="sm" variant="ghost" icon="check" onClick={() => finish(act)}>
              {strings.marks.done}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
