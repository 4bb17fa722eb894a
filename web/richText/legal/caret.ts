import { type Command, type EditorState, NodeSelection, Plugin, Selection, TextSelection } from '@tiptap/pm/state'
import { CellSelection, isInTable, nextCell, selectionCell } from '@tiptap/pm/tables'

/**
 * Left and Right by the direction of the line, as the browser moves the caret in it: ProseMirror takes the direction of the
 * editor's root for every line, and its tables take left for backward. Ctrl+Home and Ctrl+End to the ends of the text: the
 * browser stops before a block that it does not lay out.
 */
export const caretPlugin = () =>
  new Plugin({
    props: {
      handleKeyDown(view, event) {
        if (event.key in ends && (event.ctrlKey || event.metaKey) && !event.altKey)
          return toEnd(event.key === 'End', event.shiftKey)(view.state, view.dispatch)
        if (!(event.key in sides) || event.altKey || event.ctrlKey || event.metaKey) return false
        const isRightToLeft = view.state.selection.$head.parent.attrs['direction'] !== 'ltr'
        const step = (event.key === 'ArrowLeft') === isRightToLeft ? 1 : -1
        const command = isInTable(view.state) ? inTable(step, event.shiftKey) : undefined
        if (command?.(view.state, view.dispatch, view)) return true
        return isRightToLeft ? false : overAtom(step, event.shiftKey)(view.state, view.dispatch, view)
      },
    },
  })

const sides = { ArrowLeft: true, ArrowRight: true }
const ends = { Home: true, End: true }

const toEnd =
  (isLast: boolean, extend: boolean): Command =>
  (state, dispatch) => {
    const { selection, doc } = state
    const end = isLast ? Selection.atEnd(doc) : Selection.atStart(doc)
    return select(state, dispatch, extend ? TextSelection.between(selection.$anchor, end.$head) : end)
  }

type Step = 1 | -1

/** Over a footnote, a picture or a page break, as ProseMirror does it in blocks of the root's direction. */
const overAtom =
  (step: Step, extend: boolean): Command =>
  (state, dispatch) => {
    const { selection, doc } = state
    if (selection instanceof NodeSelection && selection.node.isInline)
      return select(state, dispatch, TextSelection.create(doc, step > 0 ? selection.to : selection.from))
    if (!(selection instanceof TextSelection) || (!extend && !selection.empty)) return false
    const { $head, $anchor } = selection
    const atom = $head.textOffset > 0 ? null : step > 0 ? $head.nodeAfter : $head.nodeBefore
    if (!atom?.isAtom || atom.isText) return false
    const far = $head.pos + step
    if (extend) return select(state, dispatch, TextSelection.create(doc, $anchor.pos, far))
    return select(
      state,
      dispatch,
      NodeSelection.isSelectable(atom)
        ? NodeSelection.create(doc, Math.min($head.pos, far))
        : TextSelection.create(doc, far),
    )
  }

/** At the edge of a cell, to the next cell in reading direction. */
const inTable =
  (step: Step, extend: boolean): Command =>
  (state, dispatch) => {
    const { selection, doc } = state
    const isOfCells = selection instanceof CellSelection
    if (!isOfCells && !isAtEdge(state, step)) return false
    const $cell = selectionCell(state)
    if (extend) {
      const cells = isOfCells ? selection : new CellSelection($cell)
      const $next = nextCell(cells.$headCell, 'horiz', step)
      return $next ? select(state, dispatch, new CellSelection(cells.$anchorCell, $next)) : true
    }
    if (isOfCells) return select(state, dispatch, Selection.near(selection.$headCell, step))
    const edge = step > 0 ? $cell.pos + ($cell.nodeAfter?.nodeSize ?? 0) : $cell.pos
    return select(state, dispatch, Selection.near(doc.resolve(edge), step))
  }

/** Whether the caret is at the logical start or end of its cell. */
function isAtEdge({ selection }: EditorState, step: Step): boolean {
  if (!(selection instanceof TextSelection) || !selection.empty) return false
  const { $head } = selection
  const cell = $head.node(-1)
  return step > 0
    ? $head.parentOffset === $head.parent.content.size && $head.indexAfter(-1) === cell.childCount
    : $head.parentOffset === 0 && $head.index(-1) === 0
}

function select(state: EditorState, dispatch: Parameters<Command>[1], selection: Selection): boolean {
  dispatch?.(state.tr.setSelection(selection).scrollIntoView())
  return true
}
