import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type Ref, useEffect, useMemo, useRef, useState } from 'react'
import type { Mark, Node } from '@tiptap/pm/model'
import { closeHistory } from '@tiptap/pm/history'
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { findSpelling, type SpellingOptions } from '#shared/text/query/findSpelling.ts'
import { editorAidStrings } from '#web/platform/strings/editorStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { ThaanaToggle } from '#web/platform/typing/ThaanaToggle.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Count, VisuallyHidden } from '#web/ui/Text.tsx'
import { revealIn } from './reveal.ts'
import { textWithAtoms } from './caseNumbers.ts'
import { highlightRanges } from '#web/ui/olderBrowsers.ts'
import styles from './FindBar.module.css'

type Props = { editor: Editor; disabled: boolean; onClose: () => void }

const max_letters = 200

/** Finds and replaces, under the toolbar. Enter: the next match; Shift+Enter: the previous one; Escape closes. */
export function FindBar({ editor, disabled, onClose }: Props) {
  const strings = editorAidStrings[useLanguage()].find
  const [text, setText] = useState(() => selectedText(editor))
  const [replacement, setReplacement] = useState('')
  const [options, setOptions] = useState({ similar: true, wholeWord: false })
  const [replaced, setReplaced] = useState<number>()
  const { found, current, step } = useFind(editor, text, options)
  const now = found[current]
  const field = useRef<HTMLInputElement>(null)
  const replace = (matches: readonly FoundRange[], isAll: boolean) => {
    if (matches.length === 0) return
    editor.view.dispatch(replaceMatches(editor.state, matches, replacement))
    setReplaced(isAll ? matches.length : undefined)
    const isDone = isAll || !step(1)
    // The buttons are disabled without a match, and a disabled button would lose the focus.
    if (isDone) field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isField = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && isField) step(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <search className={styles.bar} onKeyDown={onKeyDown}>
      <FindField ref={field} label={strings.label} value={text} autoFocus onChange={setText} />
      <MatchPlace text={text} current={current} count={found.length} replaced={replaced} />
      <ThaanaToggle />
      <IconButton icon="up" size="sm" label={strings.previous} disabled={!now} onClick={() => step(-1)} />
      <IconButton icon="down" size="sm" label={strings.next} disabled={!now} onClick={() => step(1)} />
      {(['similar', 'wholeWord'] as const).map((name) => (
        <label key={name} className={styles.option}>
          <input
            type="checkbox"
            checked={options[name]}
            onChange={(event) => setOptions({ ...options, [name]: event.target.checked })}
          />
          {strings[name]}
        </label>
      ))}
      {!disabled && (
        <>
          <FindField label={strings.replacement} value={replacement} onChange={setReplacement} />
          <Button size="sm" variant="soft" disabled={!now} onClick={() => replace(now ? [now] : [], false)}>
            {strings.replace}
          </Button>
          <Button size="sm" variant="soft" disabled={!now} onClick={() => replace(found, true)}>
            {strings.replaceAll}
          </Button>
        </>
      )}
      <IconButton icon="close" size="sm" label={strings.close} onClick={onClose} />
    </search>
  )
}

function selectedText({ state }: Editor) {
  const { from, to } = state.selection
  return state.doc.textBetween(from, to, ' ').slice(0, max_letters)
}

/** The matches in the text as it is now, and the one at the selection. */
function useFind(editor: Editor, text: string, options: { similar: boolean; wholeWord: boolean }) {
  const search = useMemo(() => buildSearch({ text, ...options }), [text, options])
  const doc = useEditorState({ editor, selector: ({ editor: { state } }) => state.doc, equalityFn: Object.is })
  const found = useMemo(() => search(doc), [search, doc])
  const current = useEditorState({ editor, selector: ({ editor: { state } }) => matchAt(found, state) })
  const now = found[current]
  useEffect(() => {
    let undo = () => {}
    const draw = () => {
      if (!editor.isDestroyed) undo = highlightMatches(editor.view, found, now)
    }
    draw()
    document.addEventListener('scroll', draw, { capture: true, passive: true })
    return () => {
      document.removeEventListener('scroll', draw, { capture: true })
      undo()
    }
  }, [editor, found, now])

  /** Whether there was a match to go to. */
  const step = (direction: 1 | -1): boolean => {
    const next = nextMatch(search(editor.state.doc), editor.state, direction)
    if (!next) return false
    editor.view.dispatch(selectMatch(editor.state, next))
    revealIn(editor, next.from)
    return true
  }
  return { found, current, step }
}

type FieldProps = {
  ref?: Ref<HTMLInputElement>
  label: string
  value: string
  autoFocus?: boolean
  onChange: (text: string) => void
}

const FindField = ({ ref, label, value, autoFocus = false, onChange }: FieldProps) => (
  <input
    {...thaanaField}
    ref={ref}
    className={styles.field}
    type="text"
    dir="auto"
    value={value}
    maxLength={max_letters}
    placeholder={label}
    aria-label={label}
    autoComplete="off"
    spellCheck={false}
    autoFocus={autoFocus}
    // Escape closes this row, not the dialog around it.
    data-mantine-stop-propagation="true"
    onChange={(event) => onChange(event.target.value)}
  />
)

type PlaceProps = { text: string; current: number; count: number; replaced: number | undefined }

function MatchPlace({ text, current, count, replaced }: PlaceProps) {
  const strings = editorAidStrings[useLanguage()].find
  return (
    <span role="status" className={styles.place}>
      {text.trim() !== '' && (
        <>
          <span aria-hidden="true">{count === 0 ? strings.none : <Count>{`${current + 1} / ${count}`}</Count>}</span>
          <VisuallyHidden>{count === 0 ? strings.none : strings.place(current + 1, count)}</VisuallyHidden>
        </>
      )}
      {replaced !== undefined && <span> {strings.replaced(replaced)}</span>}
    </span>
  )
}

type FoundRange = { from: number; to: number }
type Search = SpellingOptions & { text: string }

/** Finds a text in a document. Lines do not change: each is searched once for each text. */
function buildSearch({ text, ...options }: Search) {
  const find = findSpelling(text, options)
  const known = new WeakMap<Node, { start: number; end: number }[]>()
  const inLine = (line: Node) => {
    const found = known.get(line) ?? find(textWithAtoms(line))
    known.set(line, found)
    return found
  }
  return (doc: Node): FoundRange[] => {
    const found: FoundRange[] = []
    doc.descendants((node, position) => {
      if (node.type.name !== 'line') return true
      for (const { start, end } of inLine(node)) found.push({ from: position + 1 + start, to: position + 1 + end })
      return false
    })
    return found
  }
}

/** The index of the match at the selection, or of the first behind it; the search starts over at the end. */
function matchAt(found: readonly FoundRange[], { selection: { from } }: EditorState): number {
  const at = found.findIndex((match) => match.from >= from)
  return at === -1 ? 0 : at
}

const nextMatch = (found: readonly FoundRange[], { selection: { from, to } }: EditorState, step: 1 | -1) => {
  const next =
    step > 0
      ? found.find((match) => match.from >= to || (match.from > from && match.to > to))
      : found.findLast((match) => match.to <= from || match.from < from)
  return next ?? (step > 0 ? found[0] : found.at(-1))
}

const selectMatch = ({ tr, doc }: EditorState, { from, to }: FoundRange): Transaction =>
  tr.setSelection(TextSelection.create(doc, from, to))

/** Replaces matches as one step that can be undone. The new text has the marks of the first letter that it replaces. */
export function replaceMatches(state: EditorState, found: readonly FoundRange[], replacement: string): Transaction {
  const tr = state.tr
  for (const match of found.toReversed()) {
    const { from, to } = match
    const marks = state.doc.resolve(from).nodeAfter?.marks ?? []
    const remaining = marks.filter((mark) => mark.type.name !== 'case_number' || continues(mark, state.doc, match))
    if (replacement === '') tr.delete(from, to)
    else tr.replaceWith(from, to, state.schema.text(replacement, remaining))
  }
  return closeHistory(tr)
}

/** Whether a match is a part of a marker, which then stays one marker. What replaces a whole marker is no case number. */
function continues(marker: Mark, doc: Node, { from, to }: FoundRange): boolean {
  const [start, end] = [doc.resolve(from), doc.resolve(to)]
  const isMarked = (piece: Node | null) => piece !== null && marker.isInSet(piece.marks)
  return isMarked(end.nodeBefore) && (isMarked(start.nodeBefore) || isMarked(end.nodeAfter))
}

/** Highlights that are drawn at once at most; WebKit slows down with more. */
const max_highlights = 300

/** Highlights the matches near the viewport. Returns how to undo it. */
function highlightMatches(view: EditorView, found: readonly FoundRange[], current: FoundRange | undefined) {
  const near = found.filter((match) => isNear(view, match)).slice(0, max_highlights)
  const rangesOf = (matches: readonly FoundRange[]) => matches.flatMap((match) => rangeOf(view, match) ?? [])
  const close = [
    highlightRanges('editor-found', rangesOf(near)),
    highlightRanges('editor-found-now', rangesOf(current ? [current] : [])),
  ]
  return () => {
    for (const one of close) one()
  }
}

function rangeOf(view: EditorView, { from, to }: FoundRange): Range | undefined {
  const [start, end] = [view.domAtPos(from, 1), view.domAtPos(to, -1)]
  const range = document.createRange()
  range.setStart(start.node, start.offset)
  range.setEnd(end.node, end.offset)
  return range
}

/** Within a screen of what is visible. */
function isNear(view: EditorView, { from }: FoundRange) {
  const { node } = view.domAtPos(from)
  const element = node instanceof Element ? node : node.parentElement
  const box = element?.getBoundingClientRect()
  return box !== undefined && box.bottom > -window.innerHeight && box.top < 2 * window.innerHeight
}
