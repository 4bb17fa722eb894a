import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import type { WarningDismissal } from '#shared/calls/warningDismissals.ts'
import { type Warning, warningsOf } from '#shared/delta/warnings.ts'
import { deltaOf } from './deltaOf.ts'
import { answersIn, markersIn } from './suggestionState.ts'
import styles from './Warnings.module.css'

/** A warning at its place, with its dismissal. */
type PlacedWarning = Warning & { from: number; to: number; dismissal: WarningDismissal | undefined }

type WarningState = {
  /** Decorations whose `spec` is a warning: they follow its text while it is edited. */
  places: DecorationSet
  marks: DecorationSet
  dismissals: ReadonlyMap<string, WarningDismissal>
  /** The document and the unresolved numbers that were checked. */
  checked: { doc: Node; unresolved: string } | undefined
}

type Change =
  | { kind: 'check'; warnings: readonly Warning[]; unresolved: string }
  | { kind: 'dismissals'; dismissals: readonly WarningDismissal[] }

const plugin = new PluginKey<WarningState>('warnings')

/** Checks the text when the typing pauses. */
export const warningPlugin = () =>
  new Plugin<WarningState>({
    key: plugin,
    state: {
      init: () => ({
        places: DecorationSet.empty,
        marks: DecorationSet.empty,
        dismissals: new Map(),
        checked: undefined,
      }),
      apply(tr, state) {
        const change = tr.getMeta(plugin) as Change | undefined
        const mapped = tr.docChanged
          ? { ...state, places: state.places.map(tr.mapping, tr.doc), marks: state.marks.map(tr.mapping, tr.doc) }
          : state
        return change ? applyChange(mapped, change, tr.doc) : mapped
      },
    },
    props: { decorations: (state) => plugin.getState(state)?.marks },
    view: (view) => new Checker(view),
  })

const pause_ms = 700

class Checker {
  #timer = 0

  constructor(view: EditorView) {
    this.update(view)
  }

  update(view: EditorView) {
    const checked = plugin.getState(view.state)?.checked
    if (!view.editable || (checked?.doc === view.state.doc && checked.unresolved === unresolvedIn(view.state))) return
    window.clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => {
      if (!view.isDestroyed) check(view)
    }, pause_ms)
  }

  destroy() {
    window.clearTimeout(this.#timer)
  }
}

function check({ state, dispatch }: EditorView) {
  const unresolved = unresolvedIn(state)
  const warnings = warningsOf(deltaOf(state.doc), new Set(unresolved.split('\n')))
  dispatch(
    state.tr.setMeta(plugin, { kind: 'check', warnings, unresolved } satisfies Change).setMeta('addToHistory', false),
  )
}

/** The markers whose number was asked for and has no case. */
const unresolvedIn = (state: EditorState) =>
  markersIn(state.doc)
    .filter((number) => answersIn(state).get(number)?.state === 'missing')
    .join('\n')

function applyChange(state: WarningState, change: Change, doc: Node): WarningState {
  if (change.kind === 'check') {
    const lines = linesIn(doc)
    const places = change.warnings.flatMap((warning) => {
      const line = lines[warning.line]
      if (!line) return []
      const from = line.start + warning.start
      // An empty range would vanish: the whole line stands for itself.
      const to = warning.end > warning.start ? line.start + warning.end : line.start + line.size
      return to > from ? [Decoration.inline(from, to, {}, warning)] : []
    })
    const checked = { doc, unresolved: change.unresolved }
    return withMarks({ ...state, checked, places: DecorationSet.create(doc, places) }, doc)
  }
  const dismissals = new Map(change.dismissals.map((one) => [one.warning, one] as const))
  return withMarks({ ...state, dismissals }, doc)
}

/** Marks the lines of warnings that were not dismissed, and the letters and footnotes that they are about. */
function withMarks(state: WarningState, doc: Node): WarningState {
  const marks = placedIn(state)
    .filter(({ dismissal }) => dismissal === undefined)
    .flatMap(({ from, to, kind }) => {
      const line = doc.resolve(from)
      const whole = Decoration.node(line.before(), line.after(), { class: styles.line ?? '' })
      return kind.startsWith('paragraph')
        ? [whole]
        : [whole, Decoration.inline(from, to, { class: styles.place ?? '' })]
    })
  return { ...state, marks: DecorationSet.create(doc, marks) }
}

function linesIn(doc: Node) {
  const lines: { start: number; size: number }[] = []
  doc.descendants((node, position) => {
    if (node.type.name !== 'line') return true
    lines.push({ start: position + 1, size: node.content.size })
    return false
  })
  return lines
}

const placedIn = ({ places, dismissals }: WarningState): PlacedWarning[] =>
  places
    .find()
    .map(({ from, to, spec }) => ({ ...(spec as Warning), from, to }))
    .map((warning) => ({ ...warning, dismissal: dismissals.get(warning.id) }))
    .sort((one, other) => one.from - other.from)

const cached = new WeakMap<WarningState, PlacedWarning[]>()

export function warningsIn(state: EditorState): PlacedWarning[] {
  const own = plugin.getState(state)
  if (!own) return []
  const known = cached.get(own) ?? placedIn(own)
  cached.set(own, known)
  return known
}

/** The dismissals of all users, which are stored with the record and not in its text. */
export const setDismissals = (state: EditorState, dismissals: readonly WarningDismissal[]) =>
  state.tr.setMeta(plugin, { kind: 'dismissals', dismissals } satisfies Change).setMeta('addToHistory', false)
