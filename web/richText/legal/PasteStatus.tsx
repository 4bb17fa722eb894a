import type { Editor } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { Fragment, Slice } from '@tiptap/pm/model'
import { paragraphsOf } from '#shared/text/format/wrappedLines.ts'
import { editorAidStrings } from '#web/platform/strings/editorAidStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { forgetLeftOut, type LeftOut, leftOutOf } from './paste.ts'
import styles from './Counts.module.css'

const plugin = new PluginKey<readonly LeftOut[]>('pasted')

/** Joins the lines of a PDF that is pasted as plain text, and remembers what a paste left out. */
export const pastePlugin = () => {
  let left: readonly LeftOut[] = []
  return new Plugin<readonly LeftOut[]>({
    key: plugin,
    state: { init: () => [], apply: (tr, shown) => (tr.getMeta('paste') ? left : shown) },
    props: {
      clipboardTextParser(text, _, isPlain, { state: { schema } }) {
        const texts = isPlain ? text.split(/\r\n?|\n/) : paragraphsOf(text)
        const lines = texts.map((one) => schema.node('line', null, one === '' ? [] : [schema.text(one)]))
        return new Slice(Fragment.from(lines), 1, 1)
      },
      transformPasted(slice, view, isPlain) {
        left = isPlain ? [] : [...leftOutOf(view)]
        forgetLeftOut(view)
        return slice
      },
    },
  })
}

/** Says what the last paste left out. */
export function PasteStatus({ editor }: { editor: Editor }) {
  const t = editorAidStrings[useLanguage()].paste
  const left = useEditorState({ editor, selector: ({ editor: { state } }) => plugin.getState(state) ?? [] })
  return (
    <p role="status" className={styles.left}>
      {left.length > 0 && `${t.left} ${left.map((part) => t.parts[part]).join('، ')}`}
    </p>
  )
}
