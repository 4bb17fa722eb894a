import type { Editor } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import { moveFootnote } from './footnotes.ts'

const plugin = new PluginKey<string | undefined>('moving')

/** The footnote that waits for a new place. */
export const movingKey = (state: EditorState) => plugin.getState(state)

/** Lets the user choose a new place for a footnote: by a click, or by the caret and Enter. */
export function startMoving({ state, view }: Editor, key: string) {
  view.dispatch(state.tr.setMeta(plugin, { key }))
  view.focus()
}

export const movingPlugin = () =>
  new Plugin<string | undefined>({
    key: plugin,
    state: {
      init: () => undefined,
      apply: (tr, key) => {
        const chosen = tr.getMeta(plugin) as { key: string | undefined } | undefined
        return chosen ? chosen.key : key
      },
    },
    props: {
      handleClick(view, position) {
        const key = movingKey(view.state)
        if (key === undefined) return false
        const { doc, tr } = view.state
        view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(position))).setMeta(plugin, { key: undefined }))
        moveFootnote(key)(view.state, view.dispatch)
        return true
      },
      handleKeyDown(view, event) {
        const key = movingKey(view.state)
        if (key === undefined || (event.key !== 'Enter' && event.key !== 'Escape')) return false
        event.preventDefault()
        event.stopPropagation()
        view.dispatch(view.state.tr.setMeta(plugin, { key: undefined }))
        if (event.key === 'Enter') moveFootnote(key)(view.state, view.dispatch)
        return true
      },
    },
  })
