import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent, SubmitEvent } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import type { Review, ReviewGlyph } from '#shared/calls/review.ts'
import { permission } from '#shared/resource/names.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { reviewLimits } from '#shared/resources/analysisReview.ts'
import { post } from '#web/platform/api/client.ts'
import { hasPermission, useSession } from '#web/platform/session/session.ts'
import { reviewStrings } from '#web/platform/strings/reviewStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { showAnswer, showToast } from '#web/platform/toasts/toasts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Count, Isolated } from '#web/ui/Text.tsx'
import { useSingleRun } from '#web/platform/useSingleRun.ts'
import { focusText } from './Facing.tsx'
import { around } from './strips.ts'
import type { Actions } from './useActions.ts'
import type { Send } from './decisionQueue.ts'
import { useObjectUrl, pictureQuery, type ReviewState, useWritten } from './useReview.ts'
import styles from './GlyphList.module.css'
import sideStyles from './SidePanel.module.css'

type Props = { row: Row; review: Review; state: ReviewState; actions: Actions }

/** More are reached by finishing these: each shows the picture of its page. */
const shownGlyphs = 20

/** Glyphs whose letter the file does not say: each is asked for once, and its letter is that of all files. */
export function GlyphList({ row, review, state, actions }: Props) {
  const strings = reviewStrings[useLanguage()]
  const { glyphs } = review
  const open = glyphs.filter(({ given, read }) => given === null && read === null).length
  return (
    <section aria-labelledby="review-glyphs">
      <h3 id="review-glyphs" className={sideStyles.heading}>
        {strings.glyphs} <Count>{open}</Count>
      </h3>
      <p className={sideStyles.note}>{strings.glyphsNote}</p>
      <ul className={styles.glyphs}>
        {glyphs.slice(0, shownGlyphs).map((glyph) => (
          <Glyph key={`${glyph.outline} ${glyph.given ?? ''}`} {...{ row, review, state, actions, glyph }} />
        ))}
      </ul>
      {review.outdated > 0 && <Outdated count={review.outdated} state={state} />}
    </section>
  )
}

/** The picture of a glyph, and a field for its letter: Enter stores it and goes to the next one. */
function Glyph({ row, review, state, actions, glyph }: Props & { glyph: ReviewGlyph }) {
  const strings = reviewStrings[useLanguage()]
  const { outline, page, box, count, read, given } = glyph
  const { value: letter, write, finish } = useWritten(state, `glyph ${outline}`, given ?? read ?? '')
  const set = (text: string | undefined) => finish(state.send(settingLetter(row.id, outline, text)))
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (letter.trim() === '') return
    event.currentTarget.closest('li')?.nextElementSibling?.querySelector('input')?.focus()
    set(letter.trim())
  }
  return (
    <li className={styles.glyph} data-given={given !== null || undefined}>
      <button
        type="button"
        className={styles.picture}
        aria-label={strings.glyphPlace(page, count)}
        onClick={() => actions.showField({ page, box })}
      >
        <Picture {...{ row, review, glyph }} />
      </button>
      <form className={styles.form} onSubmit={onSubmit}>
        <input
          {...thaanaField}
          data-review-glyph=""
          data-mantine-stop-propagation="true"
          dir="auto"
          lang="dv"
          autoComplete="off"
          spellCheck={false}
          maxLength={reviewLimits.glyph_letters}
          aria-label={strings.glyphLabel(page)}
          value={letter}
          onFocus={() => actions.showField({ page, box })}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={leave}
        />
        <Button size="sm" type="submit" variant="soft">
          {strings.store}
        </Button>
        <span className={styles.place}>
          {given !== null && <Icon name="check" size={14} />}
          <Isolated>{given === '' ? strings.notLetter : strings.glyphPlace(page, count)}</Isolated>
        </span>
        {given === null ? (
          <Button size="sm" variant="ghost" onClick={() => set('')}>
            {strings.notLetter}
          </Button>
        ) : (
          <Button size="sm" variant="ghost" onClick={() => set(undefined)}>
            {strings.undo}
          </Button>
        )}
      </form>
    </li>
  )
}

const settingLetter =
  (id: number, outline: string, letter: string | undefined): Send =>
  ({ version }) =>
    post('analysis/setLetter', { id, version, outline, ...(letter !== undefined && { letter }) }, { isSave: true })

/** Escape leaves the field for the text. */
function leave(event: KeyboardEvent) {
  if (event.key !== 'Escape') return
  event.stopPropagation()
  focusText()
}

type PictureProps = { row: Row; review: Review; glyph: ReviewGlyph }

function Picture({ row, review, glyph: { page, box } }: PictureProps) {
  const picture = useQuery(pictureQuery(row.id, review, page))
  const url = useObjectUrl(picture.data)
  const size = review.pages.find(({ number }) => number === page)
  const { x, y, width, height } = around(box)
  return (
    <svg viewBox={`${x} ${y} ${width} ${height}`} aria-hidden="true">
      {url !== undefined && size && (
        <image href={url} width={size.width} height={size.height} preserveAspectRatio="none" />
      )}
      <rect x={box.x - 1} y={box.y - 1} width={box.width + 2} height={box.height + 2} rx={1} />
    </svg>
  )
}

/** Analyses that were read before these letters were given. */
function Outdated({ count, state }: { count: number; state: ReviewState }) {
  const strings = reviewStrings[useLanguage()]
  const session = useSession()
  const { isRunning, runOnce } = useSingleRun()
  const readAgain = async () => {
    const answer = await post('analysis/readWithLetters', {}, { isSave: true })
    if (answer.Status === 'success') showToast('good', strings.readingAgain(answer.data.count))
    else showAnswer(answer)
    await state.load()
  }
  return (
    <div className={sideStyles.warning} data-tone="caution">
      <p>
        <Isolated>{strings.outdated(count)}</Isolated>
      </p>
      {hasPermission(session, permission('reanalyze', analysis)) && (
        <Button size="sm" variant="soft" icon="refresh" disabled={isRunning} onClick={() => void runOnce(readAgain)}>
          <Isolated>{strings.readAgain(count)}</Isolated>
        </Button>
      )}
    </div>
  )
}
