import type { Editor } from '@tiptap/core'
import { type Attrs, Fragment, Slice } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { paragraphsOf } from '#shared/text/format/wrappedLines.ts'
import { editorAidStrings } from '#web/platform/strings/editorStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { forgetLeftOut, leftOutOf } from './cleanPastedJudgment.ts'
import type { LeftOut } from './pasteFormats.ts'
import styles from './Counts.module.css'

const plugin = new PluginKey<readonly LeftOut[]>('pasted')

/** Joins the lines of a PDF that is pasted as plain text, and remembers what a paste or a drop left out. */
export const pastePlugin = () => {
  let left: readonly LeftOut[] = []
  let firstLine: Attrs | undefined
  return new Plugin<readonly LeftOut[]>({
    key: plugin,
    state: { init: () => [], apply: (tr, shown) => (isInsertion(tr) ? left : shown) },
    props: {
      clipboardTextParser(text, _, isPlain, { state: { schema } }) {
        const texts = isPlain ? text.split(/\r\n?|\n/) : paragraphsOf(text)
        const lines = texts.map((one) => schema.node('line', null, one === '' ? [] : [schema.text(one)]))
        return new Slice(Fragment.from(lines), 1, 1)
      },
      transformPasted(slice, view, isPlain) {
        left = isPlain ? [] : [...leftOutOf(view)]
        forgetLeftOut(view)
        const [first] = slice.content.content
        firstLine =
          slice.openStart > 0 && first?.type.name === 'line' && !isPlain && coversLine(view.state)
            ? first.attrs
            : undefined
        return slice
      },
    },
    // ProseMirror puts the first line into the line at the caret: an empty one takes over what the pasted line is.
    appendTransaction(transactions, { selection: { $from } }, state) {
      if (!firstLine || !transactions.some((tr) => tr.getMeta('paste'))) return null
      const [position, attrs] = [$from.before(), firstLine]
      firstLine = undefined
      const line = state.doc.nodeAt(position)
      return line?.type.name === 'line' ? state.tr.setNodeMarkup(position, null, attrs) : null
    },
  })
}

/** Whether content was pasted or dropped. */
const isInsertion = (tr: Transaction) => ['paste', 'drop'].includes(tr.getMeta('uiEvent') as string)

/** Whether a paste replaces everything in the line where it begins. */
function coversLine({ selection: { $from, $to } }: EditorState): boolean {
  const isWhole = $from.parent.type.name === 'line' && $from.parentOffset === 0
  return isWhole && ($from.parent !== $to.parent || $to.parentOffset === $to.parent.content.size)
}

/** Says what the last paste or drop left out. */
export function PasteStatus({ editor }: { editor: Editor }) {
  const strings = editorAidStrings[useLanguage()].paste
  const left = useEditorState({ editor, selector: ({ editor: { state } }) => plugin.getState(state) ?? [] })
  return (
    <p role="status" className={styles.left}>
      {left.length > 0 && `${strings.left} ${left.map((part) => strings.parts[part]).join('، ')}`}
    </p>
  )
}
