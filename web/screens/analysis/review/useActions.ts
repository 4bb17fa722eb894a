import { type RefObject, useRef, useState } from 'react'
import type { Review, ReviewBox, ReviewItem, ReviewLine } from '#shared/calls/review.ts'
import { post } from '#web/platform/api/client.ts'
import {
  alikeItems,
  correctionAt,
  isLineItem,
  isSameItem,
  isSamePlace,
  itemNextTo,
  nextOpen,
  readingsOf,
  resultOfLine,
  shownText,
} from './reviewModel.ts'
import { type ReviewState, sendCorrection } from './useReview.ts'

type Options = { id: number; review: Review; state: ReviewState; first: number }
/** What undo takes back: the act of a correction, or the check of a line. */
type Done = { act: string; item: ReviewItem } | { line: ReviewItem }
/** The place of a field on its page. */
export type FieldPlace = { page: number; box: ReviewBox }

export type Actions = ReturnType<typeof useActions>

/** The selected word or line of a review, and what the user does with it. */
export function useActions({ id, review, state, first }: Options) {
  const selection = useSelection(review, first)
  const history = useRef<Done[]>([])
  const open = { id, review, state, history, ...selection }
  const { selected } = selection
  return {
    id,
    ...selection,
    /** Accepts what Enter takes: the surest reading, or the line as it is. */
    accept: (line: ReviewLine, everywhere = false) => {
      if (!selected) return
      if (isLineItem(selected)) void finishLine(open, selected, line, shownText(review.corrections, line, selected))
      else void finishWord(open, selected, bestOf(review, selected, line), everywhere)
    },
    choose: (text: string) => {
      if (selected) void finishWord(open, selected, text, false)
    },
    /** Stores what the user wrote in place of the word or the line; blank removes it. Resolves with whether it was stored. */
    write: (line: ReviewLine, text: string, everywhere = false) => {
      if (!selected) return undefined
      if (isLineItem(selected)) return finishLine(open, selected, line, text.trim())
      return finishWord(open, selected, text.trim(), everywhere)
    },
    undo: () => undo(open),
    alike: selected ? alikeItems(review, selected).length : 0,
  }
}

const bestOf = (review: Review, selected: ReviewItem, line: ReviewLine) =>
  readingsOf(line, selected, correctionAt(review.corrections, selected)).find(({ isBest }) => isBest)?.text ??
  selected.text

function useSelection(review: Review, first: number) {
  const [selected, setSelected] = useState<ReviewItem | undefined>(() => nextOpen(review, -1) ?? review.items[0])
  const [shownPage, setShownPage] = useState<number>()
  const [field, setField] = useState<FieldPlace>()
  const index = selected ? review.items.findIndex((item) => isSameItem(item, selected)) : -1
  const select = (item: ReviewItem | undefined) => {
    setSelected(item)
    setShownPage(undefined)
    setField(undefined)
  }
  return {
    selected,
    index,
    page: shownPage ?? selected?.page ?? first,
    field,
    select,
    /** Selects the first word of the page that is not done, or shows the page. */
    goToPage: (number: number) => {
      setField(undefined)
      const open = review.items.find(
        (one) => one.page === number && !isLineItem(one) && !correctionAt(review.corrections, one),
      )
      if (open) select(open)
      else setShownPage(number)
    },
    showField: (place: FieldPlace) => {
      setField(place)
      setShownPage(place.page)
    },
    /** Steps through the doubtful words, done or not. */
    step: (by: 1 | -1) => {
      const next = itemNextTo(review.items, selected, by)
      if (next) select(next)
    },
  }
}

type Open = Pick<Options, 'id' | 'review' | 'state'> &
  Pick<ReturnType<typeof useSelection>, 'index' | 'select'> & { history: RefObject<Done[]> }

/** Corrects or accepts the selected word and goes to the next one: what is sent now is not in the review yet. */
function finishWord(
  { id, review, state, history, index, select }: Open,
  selected: ReviewItem,
  after: string,
  everywhere: boolean,
) {
  const alike = everywhere ? alikeItems(review, selected) : []
  const { act, stored } = sendCorrection(state, id, { item: selected, after, alike })
  remember(history, { act, item: selected }, stored)
  const done = review.items
    .filter((item) => isSameItem(item, selected) || alike.includes(item))
    .map(({ page, line, start, end }) => ({
      act,
      page,
      line,
      start,
      end,
      after,
      kind: 'fixed' as const,
      by: '',
      mine: true,
    }))
  select(nextOpen({ ...review, corrections: [...review.corrections, ...done] }, index) ?? selected)
  return stored
}

/** A line of the sample: as it is shown, or corrected. */
function finishLine(open: Open, selected: ReviewItem, line: ReviewLine, text: string) {
  const { id, review, state, history, index, select } = open
  const { page, line: number } = selected
  const { change, is_right } = resultOfLine(line, shownText(review.corrections, line, selected), text)
  const item = change && { page, line: number, start: change.start, end: change.end, text: change.before }
  const sent = item && sendCorrection(state, id, { item, after: change.after })
  if (sent) remember(history, { act: sent.act, item }, sent.stored)
  remember(history, { line: selected }, checkLine(open, selected, is_right))
  const sample = { ...review.sample, lines: [...review.sample.lines, { page, line: number, is_right }] }
  select(nextOpen({ ...review, sample }, index) ?? selected)
  return sent?.stored
}

/** Undo takes it back, unless it is refused. */
function remember(history: Open['history'], done: Done, stored: Promise<boolean>) {
  history.current.push(done)
  void stored.then((isStored) => {
    if (!isStored) history.current = history.current.filter((one) => one !== done)
  })
}

const checkLine = ({ id, state }: Open, { page, line, text }: ReviewItem, is_right?: boolean) =>
  state.send(({ version }) =>
    post(
      'analysis/checkLine',
      { id, version, page, line, text, ...(is_right !== undefined && { is_right }) },
      { isSave: true },
    ),
  )

function undo(open: Open) {
  const last = open.history.current.pop() ?? ownLast(open.review)
  if (!last) return
  if ('line' in last) {
    void checkLine(open, last.line)
    open.select(last.line)
    return
  }
  void open.state.send(({ version }) =>
    post('analysis/undoCorrection', { id: open.id, version, act: last.act }, { isSave: true }),
  )
  open.select(last.item)
}

/** After the review was opened again: the last correction of the user. */
function ownLast({ corrections, items }: Review): Done | undefined {
  const last = corrections.findLast(({ mine }) => mine)
  const item = last && items.find((one) => isSamePlace(one, last))
  return last && { act: last.act, item: item ?? { ...last, text: last.after } }
}
