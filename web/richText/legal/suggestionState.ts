import type { Node } from '@tiptap/pm/model'
import { type Command, type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { AddMarkStep, RemoveMarkStep } from '@tiptap/pm/transform'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { closeHistory } from '@tiptap/pm/history'
import type { ResolvedNumber } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import { type IsCode, isCourtCode } from '#shared/text/caseNumbers/courtCodes.ts'
import { detectCaseNumbers } from '#shared/text/caseNumbers/detect.ts'
import { textWithAtoms } from './caseNumbers.ts'
import { changedRanges } from '#web/richText/changedRanges.ts'
import { classes } from '#web/ui/classes.ts'
import { whenIdle } from '#web/ui/olderBrowsers.ts'
import { oncePerLine, perLine } from './perLine.ts'
import styles from './Suggestions.module.css'

/** A case number that was detected in the text and is not marked. */
export type Suggestion = { id: string; number: string; from: number; to: number }
type Spec = { id: string; number: string }
type Range = { from: number; to: number }

type SuggestionState = {
  marks: DecorationSet
  /** Ranges that have changed since they were scanned. */
  unscanned: readonly Range[]
  /** Numbers that were rejected in this session. */
  rejected: ReadonlySet<string>
  answers: ReadonlyMap<string, ResolvedNumber>
  detect: Detector
}
type Detector = ReturnType<typeof detectorOf>

type Change =
  | { kind: 'scan' }
  | { kind: 'confirm'; ids: ReadonlySet<string> }
  | { kind: 'reject'; number: string }
  | { kind: 'answer'; answers: readonly ResolvedNumber[] }
  | { kind: 'codes'; isCode: IsCode }

const plugin = new PluginKey<SuggestionState>('suggestions')
const changeOf = (tr: Transaction) => tr.getMeta(plugin) as Change | undefined
/** A transaction that changes only the suggestions. */
const withChange = (state: EditorState, change: Change) =>
  state.tr.setMeta(plugin, change).setMeta('addToHistory', false)

/** Detection follows a pause of typing, and reads only the lines that changed. */
export const suggestionPlugin = () =>
  new Plugin<SuggestionState>({
    key: plugin,
    state: {
      init: (_, { doc }) => ({
        marks: DecorationSet.empty,
        unscanned: [{ from: 0, to: doc.content.size }],
        rejected: new Set(),
        answers: new Map(),
        detect: detectorOf(isCourtCode),
      }),
      apply(tr, state) {
        const mapped = tr.docChanged ? mapThrough(state, tr) : state
        const change = changeOf(tr)
        return change ? applyChange(mapped, change, tr.doc) : mapped
      },
    },
    props: { decorations: (state) => plugin.getState(state)?.marks },
    view: (view) => new Scanner(view),
  })

const pause_ms = 500
/** A key waits no longer than this: reading a long text at once would take a tenth of a second. */
const slice_ms = 8

class Scanner {
  #cancel: () => void = () => undefined

  constructor(view: EditorView) {
    this.update(view)
  }

  update(view: EditorView) {
    if (!view.editable || plugin.getState(view.state)?.unscanned.length === 0) return
    this.#cancel()
    const timer = window.setTimeout(() => this.#scan(view), pause_ms)
    this.#cancel = () => window.clearTimeout(timer)
  }

  #scan(view: EditorView) {
    if (view.isDestroyed || view.composing) return
    const end = performance.now() + slice_ms
    const tr = scanWhile(view.state, () => performance.now() < end)
    if (tr) view.dispatch(tr)
    else this.#cancel = whenIdle(() => this.#scan(view), pause_ms)
  }

  destroy() {
    this.#cancel()
  }
}

/** The lines that are left to read. Any change of the document or of the suggestions makes a new state, which collects them again. */
const unreadOf = new WeakMap<SuggestionState, Node[]>()

/**
 * Detects numbers in the lines that changed: at least in one that was not read, and in more as long as `hasTime` returns
 * true. Once all are read, returns the transaction that shows what was found. A line that is edited meanwhile is a new one,
 * and is read again.
 */
export function scanWhile(state: EditorState, hasTime: () => boolean): Transaction | undefined {
  const own = plugin.getState(state)
  if (!own) return undefined
  const unread = unreadOf.get(own) ?? unreadIn(own, state.doc)
  unreadOf.set(own, unread)
  for (let line = unread.pop(); line; line = unread.pop()) {
    own.detect(line)
    if (unread.length > 0 && !hasTime()) return undefined
  }
  return withChange(state, { kind: 'scan' })
}

const unreadIn = (own: SuggestionState, doc: Node) =>
  unscannedIn(own, doc).flatMap(({ line }) => (own.detect.isKnown(line) ? [] : [line]))

function mapThrough(state: SuggestionState, tr: Transaction): SuggestionState {
  const marked = tr.steps.flatMap((step) =>
    step instanceof AddMarkStep || step instanceof RemoveMarkStep ? [{ from: step.from, to: step.to }] : [],
  )
  const before = state.unscanned.map(({ from, to }) => ({ from: tr.mapping.map(from, -1), to: tr.mapping.map(to) }))
  const changed = [...before, ...marked, ...changedRanges([tr], tr.doc)]
  return { ...state, marks: state.marks.map(tr.mapping, tr.doc), unscanned: changed }
}

function applyChange(state: SuggestionState, change: Change, doc: Node): SuggestionState {
  if (change.kind === 'scan') return scan(state, doc)
  if (change.kind === 'codes')
    return { ...state, detect: detectorOf(change.isCode), unscanned: [{ from: 0, to: doc.content.size }] }
  if (change.kind === 'answer')
    return {
      ...state,
      answers: new Map([...state.answers, ...change.answers.map((one) => [one.written, one] as const)]),
    }
  const isGone = ({ id, number }: Spec) => (change.kind === 'confirm' ? change.ids.has(id) : number === change.number)
  const marks = state.marks.remove(state.marks.find(undefined, undefined, (spec) => isGone(spec as Spec)))
  return change.kind === 'reject'
    ? { ...state, marks, rejected: new Set([...state.rejected, change.number]) }
    : { ...state, marks }
}

function scan(state: SuggestionState, doc: Node): SuggestionState {
  let { marks } = state
  for (const place of unscannedIn(state, doc)) marks = scanLine({ ...state, marks }, doc, place)
  return { ...state, marks, unscanned: [] }
}

/** The lines that changed, each once, and where their contents start. */
function unscannedIn({ unscanned }: SuggestionState, doc: Node) {
  const lines = new Map<number, Node>()
  for (const { from, to } of unscanned)
    doc.nodesBetween(from, Math.min(to, doc.content.size), (node, position) => {
      if (node.type.name !== 'line') return true
      lines.set(position, node)
      return false
    })
  return [...lines].map(([position, line]) => ({ line, start: position + 1 }))
}

const detectorOf = (isCode: IsCode) => oncePerLine((line) => detectCaseNumbers(textWithAtoms(line), isCode))

let count = 0

function scanLine(state: SuggestionState, doc: Node, { line, start }: { line: Node; start: number }): DecorationSet {
  const old = state.marks.find(start, start + line.content.size)
  const found = state
    .detect(line)
    .map(({ number, ...span }) => ({ number, from: start + span.start, to: start + span.end }))
    .filter(({ number, from, to }) => !state.rejected.has(number) && !isMarked(doc, from, to))
  const isSame = (mark: Decoration) =>
    found.some(({ number, from, to }) => mark.from === from && mark.to === to && (mark.spec as Spec).number === number)
  const unchanged = old.filter(isSame)
  const added = found.filter(({ from, to }) => !unchanged.some((mark) => mark.from === from && mark.to === to))
  const marks = unchanged.length < old.length ? state.marks.remove(old.filter((mark) => !isSame(mark))) : state.marks
  return added.length > 0 ? marks.add(doc, added.map(decorate)) : marks
}

function decorate({ number, from, to }: { number: string; from: number; to: number }): Decoration {
  count += 1
  const id = `suggestion-${count}`
  const attributes = { class: classes(styles.suggested, count % 2 === 1 && styles.odd), 'data-suggestion': id }
  return Decoration.inline(from, to, attributes, { id, number })
}

function isMarked(doc: Node, from: number, to: number): boolean {
  const type = doc.type.schema.marks['case_number']
  return type !== undefined && doc.rangeHasMark(from, to, type)
}

const suggestionsOf = new WeakMap<DecorationSet, Suggestion[]>()

/** The suggestions, in the order of the text. */
export function suggestionsIn(state: EditorState): Suggestion[] {
  const marks = plugin.getState(state)?.marks ?? DecorationSet.empty
  const known = suggestionsOf.get(marks)
  if (known) return known
  const all = marks
    .find()
    .map(({ from, to, spec }) => ({ from, to, ...(spec as Spec) }))
    .sort((one, other) => one.from - other.from)
  suggestionsOf.set(marks, all)
  return all
}

export const suggestionAt = (state: EditorState): Suggestion | undefined =>
  suggestionsIn(state).find(({ from, to }) => from <= state.selection.head && state.selection.head <= to)

const noAnswers: ReadonlyMap<string, ResolvedNumber> = new Map()
export const answersIn = (state: EditorState) => plugin.getState(state)?.answers ?? noAnswers

/** Marks suggested numbers as case numbers, as one step that can be undone. */
export const confirmSuggestions =
  (chosen: readonly Suggestion[]): Command =>
  (state, dispatch) => {
    const type = state.schema.marks['case_number']
    if (!type || chosen.length === 0) return false
    const { tr, doc } = state
    for (const { number, from, to } of chosen) {
      // A number that is spelled out gets the number of its case.
      const isWritten = doc.textBetween(from, to) === number
      const stored = isWritten ? number : (answersIn(state).get(number)?.case?.number ?? number)
      tr.addMark(from, to, type.create({ number: stored.slice(0, limits.document.key_letters) }))
    }
    const ids = new Set(chosen.map(({ id }) => id))
    dispatch?.(closeHistory(tr.setMeta(plugin, { kind: 'confirm', ids } satisfies Change)))
    return true
  }

/** Removes the suggestion of a number in the whole text, until the text is opened again. */
export const rejectSuggestion =
  ({ number }: Suggestion): Command =>
  (state, dispatch) => {
    dispatch?.(withChange(state, { kind: 'reject', number }))
    return true
  }

export const setAnswers = (state: EditorState, answers: readonly ResolvedNumber[]) =>
  withChange(state, { kind: 'answer', answers })

export const setCourtCodes = (state: EditorState, isCode: IsCode) => withChange(state, { kind: 'codes', isCode })

const markersOf = new WeakMap<Node, string[]>()

/** The numbers of the confirmed markers. */
export function markersIn(doc: Node): string[] {
  const known = markersOf.get(doc)
  if (known) return known
  const numbers = new Set<string>()
  markedNumbers(doc, (number) => numbers.add(number))
  const found = [...numbers]
  markersOf.set(doc, found)
  return found
}

const markedNumbers = perLine((line) =>
  line.content.content.flatMap(({ marks }) => {
    const number: unknown = marks.find(({ type }) => type.name === 'case_number')?.attrs['number']
    return typeof number === 'string' && number !== '' ? [number] : []
  }),
)
