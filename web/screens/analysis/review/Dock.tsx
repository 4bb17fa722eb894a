import type { KeyboardEvent } from 'react'
import type { Review, ReviewItem, ReviewLine, ReviewPage } from '#shared/calls/review.ts'
import { isBlankText } from '#shared/resource/empty.ts'
import { diffItems } from '#shared/text/diffItems.ts'
import { reviewStrings } from '#web/platform/strings/reviewStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { ThaanaToggle } from '#web/platform/typing/ThaanaToggle.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Count, FreeText } from '#web/ui/Text.tsx'
import { focusText } from './Facing.tsx'
import { correctionAt, isLineItem, readingsOf, type ShownReading, shownText } from './reviewModel.ts'
import { Key, LineText } from './ReviewParts.tsx'
import { around, boxOf } from './strips.ts'
import type { Actions } from './useActions.ts'
import { type ReviewState, useWritten } from './useReview.ts'
import styles from './Dock.module.css'

type Props = {
  actions: Actions
  review: Review
  state: ReviewState
  page: ReviewPage | undefined
  url: string | undefined
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
}

/** Always at one place: the picture of the selected word, what was read there, and what the user can do. */
export function Dock(props: Props) {
  const strings = reviewStrings[useLanguage()]
  const { actions, page } = props
  const { selected } = actions
  const line = selected?.page === page?.number ? page?.lines[selected?.line ?? 0] : undefined
  if (!selected || !line) return <div className={styles.dock} />
  return (
    <section className={styles.dock} aria-label={isLineItem(selected) ? strings.isLineRight : strings.chosen}>
      <Crop {...props} line={line} selected={selected} />
      {props.isEditing ? (
        <Correction {...props} line={line} selected={selected} />
      ) : (
        <Readings {...props} line={line} selected={selected} />
      )}
      {!props.isEditing && <Acts {...props} line={line} selected={selected} />}
    </section>
  )
}

type ItemProps = Props & { line: ReviewLine; selected: ReviewItem }

/** The picture of the word, large. */
function Crop({ page, line, selected, url }: ItemProps) {
  const strings = reviewStrings[useLanguage()]
  const box = isLineItem(selected) ? line.box : boxOf(line, selected)
  const { x, y, width, height } = around(box)
  return (
    <figure className={styles.crop} data-line={isLineItem(selected) || undefined}>
      <svg viewBox={`${x} ${y} ${width} ${height}`} aria-hidden="true">
        {url !== undefined && page && (
          <image href={url} width={page.width} height={page.height} preserveAspectRatio="none" />
        )}
        {!isLineItem(selected) && <rect className={styles.frame} {...grown(box)} rx={3} />}
      </svg>
      <figcaption>
        {strings.picture} · {strings.page(selected.page)}
      </figcaption>
    </figure>
  )
}

const grown = ({ x, y, width, height }: ReviewLine['box']) => ({
  x: x - height * 0.25,
  y: y - height * 0.1,
  width: width + height * 0.5,
  height: height * 1.2,
})

function Readings({ actions, review, line, selected }: ItemProps) {
  const strings = reviewStrings[useLanguage()]
  if (isLineItem(selected))
    return (
      <div className={styles.lineText}>
        <p className={styles.question}>{strings.isLineRight}</p>
        <p className={styles.word} dir="rtl" lang="dv">
          <FreeText>{shownText(review.corrections, line, selected)}</FreeText>
        </p>
      </div>
    )
  const readings = readingsOf(line, selected, correctionAt(review.corrections, selected))
  return (
    <div className={styles.readings} data-count={readings.length}>
      {readings.map((reading, index) => (
        <Reading
          key={reading.text}
          reading={reading}
          other={readings.find((one) => one !== reading)?.text}
          number={index + 1}
          onChoose={() => actions.choose(reading.text)}
        />
      ))}
    </div>
  )
}

type ReadingProps = { reading: ShownReading; other: string | undefined; number: number; onChoose: () => void }

function Reading({ reading: { engines, text, confidence, isBest }, other, number, onChoose }: ReadingProps) {
  const strings = reviewStrings[useLanguage()]
  const names: Record<string, string> = strings.engines
  return (
    <button type="button" className={styles.reading} data-best={isBest || undefined} onClick={onChoose}>
      <span className={styles.readingHead}>
        <Key>{String(number)}</Key>
        <bdi>{engines.map((engine) => names[engine] ?? engine).join(' · ')}</bdi>
        <span className={styles.grow} />
        {confidence !== undefined && <Count>{`${Math.round(confidence * 100)}%`}</Count>}
      </span>
      <span className={styles.word} dir="rtl" lang="dv">
        {text === '' ? strings.removed : <Clusters text={text} other={other} />}
      </span>
    </button>
  )
}

/** A word with the clusters marked that another reading has not: a mark covers a letter with its vowel sign. */
function Clusters({ text, other }: { text: string; other: string | undefined }) {
  if (other === undefined || !/\p{Script=Thaana}/u.test(text)) return <LineText>{text}</LineText>
  const clusters = clustersOf(text)
  return diffItems(clusters, clustersOf(other)).map(({ isSame, before }) => {
    const part = clusters.slice(before.start, before.end).join('')
    if (part === '') return null
    return isSame ? part : <u key={before.start}>{part}</u>
  })
}

const clustersOf = (text: string) => text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []

function Acts({ actions, line, selected, onEdit }: ItemProps) {
  const strings = reviewStrings[useLanguage()]
  const isLine = isLineItem(selected)
  return (
    <div className={styles.acts}>
      <Button size="sm" className={styles.act} onClick={() => actions.accept(line)}>
        {isLine ? strings.lineRight : strings.accept} <Key>Enter</Key>
      </Button>
      {!isLine && actions.alike > 1 && (
        <Button size="sm" variant="soft" className={styles.act} onClick={() => actions.accept(line, true)}>
          {strings.everywhere(actions.alike)} <Key>Ctrl ↵</Key>
        </Button>
      )}
      <Button size="sm" variant="outline" className={styles.act} onClick={() => onEdit(true)}>
        {strings.fix} <Key>F2</Key>
      </Button>
    </div>
  )
}

/** Writes the word or the line: Enter stores it, with Ctrl at all alike places, and Escape leaves it. Blank, it is removed. */
function Correction({ actions, review, state, line, selected, onEdit }: ItemProps) {
  const strings = reviewStrings[useLanguage()]
  const { page, start, end } = selected
  const { value, write, finish } = useWritten(
    state,
    `word ${page} ${selected.line} ${start} ${end}`,
    isLineItem(selected)
      ? shownText(review.corrections, line, selected)
      : (correctionAt(review.corrections, selected)?.after ?? selected.text),
  )
  const leave = () => {
    focusText()
    onEdit(false)
  }
  const isBlank = isBlankText(value)
  const store = (everywhere: boolean) => {
    leave()
    finish(actions.write(line, value, everywhere))
  }
  const cancel = () => {
    finish()
    leave()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') store(event.ctrlKey || event.metaKey)
    else cancel()
  }
  return (
    <div className={styles.correction}>
      <input
        {...thaanaField}
        data-mantine-stop-propagation="true"
        autoFocus
        className={styles.input}
        dir="auto"
        lang="dv"
        aria-label={strings.fixLabel}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.correctionActs}>
        <ThaanaToggle />
        <span className={styles.grow} />
        <Button size="sm" variant="ghost" onClick={cancel}>
          {strings.cancel}
        </Button>
        <Button size="sm" variant={isBlank ? 'danger' : 'primary'} onClick={() => store(false)}>
          {isBlank ? strings.remove : strings.store} <Key>Enter</Key>
        </Button>
      </div>
    </div>
  )
}
