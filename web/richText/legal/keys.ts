import { Fragment, type Mark, type Node, Slice } from '@tiptap/pm/model'
import { type EditorState, Plugin, type Selection, type Transaction } from '@tiptap/pm/state'
import { changedRanges } from '#web/richText/changedRanges.ts'

/** A key that no other footnote, annotation, row or cell has. Unlike a UUID, it needs no secure origin. */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(36).padStart(2, '0')).join('')

/** What has a key: atoms of their own, marks that can stand in several pieces, rows and cells of tables. */
const keyedNodes: ReadonlySet<string> = new Set(['footnote', 'table_row', 'table_cell', 'table_header'])

export const keyOf = ({ attrs }: Node | Mark): string => (typeof attrs['key'] === 'string' ? attrs['key'] : '')

/** The keys of the footnotes and annotations of a document. */
function keysIn(doc: Node): Set<string> {
  const keys = new Set<string>()
  doc.descendants((node) => {
    if (node.type.name === 'footnote') keys.add(keyOf(node))
    const annotation = annotationOf(node)
    if (annotation) keys.add(keyOf(annotation))
  })
  return keys
}

export const annotationOf = (node: Node) => node.marks.find(({ type }) => type.name === 'annotation')

/**
 * Pasted content with keys that the text does not have: a copy is a footnote or an annotation of its own, with all its
 * data. Keys of rows and cells are dropped, because `keysPlugin` gives them new ones.
 */
function withNewKeys(slice: Slice, present: ReadonlySet<string>): Slice {
  const used = new Set(present)
  const renewed = new Map<string, string>()
  /** The pieces of an annotation share its key; each footnote has one. */
  const annotationKey = (key: string) => {
    const known = renewed.get(key) ?? (key === '' || used.has(key) ? newKey() : key)
    renewed.set(key, known)
    return known
  }
  const footnoteKey = (key: string) => {
    const unused = key === '' || used.has(key) ? newKey() : key
    used.add(unused)
    return unused
  }
  return mapSlice(slice, (node) => {
    const marks = node.marks.map((mark) =>
      mark.type.name === 'annotation' ? mark.type.create({ ...mark.attrs, key: annotationKey(keyOf(mark)) }) : mark,
    )
    if (node.isText) return node.mark(marks)
    if (!keyedNodes.has(node.type.name)) return node.type.create(node.attrs, node.content, marks)
    const key = node.type.name === 'footnote' ? footnoteKey(keyOf(node)) : null
    return node.type.create({ ...node.attrs, key }, node.content, marks)
  })
}

const mapSlice = ({ content, openStart, openEnd }: Slice, change: (node: Node) => Node) =>
  new Slice(mapNodes(content, change), openStart, openEnd)

function mapNodes(fragment: Fragment, change: (node: Node) => Node): Fragment {
  const nodes: Node[] = []
  fragment.forEach((node) => {
    nodes.push(change(node.isText ? node : node.copy(mapNodes(node.content, change))))
  })
  return Fragment.from(nodes)
}

/** Pasted into an annotation, text becomes part of it: no annotation can be made on another. */
function withinAnnotation(slice: Slice, { $from, $to }: Place): Slice {
  const surrounding = $from.marks().find((mark) => mark.type.name === 'annotation' && mark.isInSet($to.marks()))
  if (!surrounding) return slice
  return mapSlice(slice, (node) =>
    node.isInline ? node.mark(surrounding.addToSet(surrounding.type.removeFromSet(node.marks))) : node,
  )
}

/** A footnote that is dragged alone leaves the annotation around it, as one that is moved by its card. */
function withoutOldAnnotation(slice: Slice): Slice {
  const [line] = slice.content.content
  const only = line?.isInline ? line : line?.firstChild
  const isFootnote = slice.size === 1 && only?.type.name === 'footnote'
  const mark = isFootnote ? annotationOf(only) : undefined
  return mark ? mapSlice(slice, (node) => node.mark(mark.removeFromSet(node.marks))) : slice
}

/** Where content is inserted: the selection, or the place of a drop. */
type Place = Pick<Selection, '$from' | '$to'>
type Inserting = {
  /** What is moved by dragging keeps its keys. */
  isMoved?: boolean
  place?: Place | undefined
}

/** The slice that is pasted or dropped, with its keys and the annotation of its place. */
export function pastedSlice(slice: Slice, state: EditorState, { isMoved = false, place }: Inserting = {}): Slice {
  const keyed = isMoved ? withoutOldAnnotation(slice) : withNewKeys(slice, keysIn(state.doc))
  return withinAnnotation(keyed, place ?? state.selection)
}

/** Keeps keys unique: of pasted content, and of rows and cells that were added, split or duplicated. */
export function keysPlugin() {
  let drop: Inserting | undefined
  return new Plugin({
    props: {
      dragCopies: isCopy,
      handleDOMEvents: {
        // ProseMirror handles the event next: during a drop the selection is still what is dragged.
        drop(view, event) {
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
          const $at = at && view.state.doc.resolve(at.pos)
          drop = {
            isMoved: view.dragging !== null && !isCopy(event),
            place: $at ? { $from: $at, $to: $at } : undefined,
          }
          queueMicrotask(() => {
            drop = undefined
          })
          return false
        },
      },
      transformPasted: (slice, view) => pastedSlice(slice, view.state, drop),
    },
    appendTransaction: (transactions, _, state) =>
      transactions.some(({ docChanged }) => docChanged) && changesKeys(transactions, state.doc)
        ? repairKeys(state)
        : null,
  })
}

/** Whether what is dragged is copied: by Ctrl, or by Alt on a Mac, which may be pressed after the drag began. */
const isCopy = ({ ctrlKey, altKey }: DragEvent) => ctrlKey || altKey

/** Whether a change inserted something with a key. */
function changesKeys(transactions: readonly Transaction[], doc: Node): boolean {
  let isFound = false
  for (const { from, to } of changedRanges(transactions, doc))
    doc.nodesBetween(from, to, (node) => {
      isFound ||= keyedNodes.has(node.type.name)
      return !isFound
    })
  return isFound
}

function repairKeys(state: EditorState): Transaction | null {
  const { tr, doc } = state
  const footnotes = new Set<string>()
  const rows = new Set<string>()
  const renew = (position: number, node: Node) =>
    tr.setNodeMarkup(position, null, { ...node.attrs, key: newKey() }, node.marks)
  doc.descendants((node, position) => {
    if (node.type.name === 'footnote' && !isFirst(footnotes, keyOf(node))) renew(position, node)
    if (node.type.name !== 'table_row') return
    if (!isFirst(rows, keyOf(node))) renew(position, node)
    const cells = new Set<string>()
    node.forEach((cell, offset) => {
      const key = keyOf(cell)
      // A cell of one line needs no key.
      const isRepeated = key === '' ? cell.childCount > 1 : !isFirst(cells, key)
      if (isRepeated) renew(position + 1 + offset, cell)
    })
  })
  return tr.docChanged ? tr : null
}

/** Whether a key is set and was not seen before. */
function isFirst(seen: Set<string>, key: string): boolean {
  if (key === '' || seen.has(key)) return false
  seen.add(key)
  return true
}
