import { Extension } from '@tiptap/core'
import { chainCommands, toggleMark } from '@tiptap/pm/commands'
import { dropCursor } from '@tiptap/pm/dropcursor'
import { gapCursor } from '@tiptap/pm/gapcursor'
import { history, redo, undo } from '@tiptap/pm/history'
import { keymap } from '@tiptap/pm/keymap'
import type { Schema } from '@tiptap/pm/model'
import { type Command, NodeSelection } from '@tiptap/pm/state'
import { goToNextCell, tableEditing } from '@tiptap/pm/tables'
import { currentStrings } from '#web/platform/strings/strings.ts'
import { activeNotePlugin } from './notes.ts'
import { caretPlugin } from './caret.ts'
import { caretLine, numbering } from './decorations.ts'
import { keysPlugin } from './keys.ts'
import { indentBy, joinBackward, joinForward, setHeader, splitLine, splitUnnumbered } from './lines.ts'
import { markerEdits } from './markerEdits.ts'
import { movingPlugin } from './footnotes.ts'
import { othersPlugin } from './others.ts'
import { suggestionPlugins } from './suggestions.tsx'
import { tabInLastCell } from './tables.ts'

/** The behavior of the editor of judgments. The first plugin gets a key first. */
export const behavior = Extension.create({
  name: 'behavior',
  addProseMirrorPlugins() {
    return [
      movingPlugin(),
      caretPlugin(),
      keymap(keysOf(this.editor.schema)),
      keysPlugin(),
      markerEdits(),
      activeNotePlugin(),
      othersPlugin(),
      ...suggestionPlugins(),
      caretLine(),
      numbering((number) => currentStrings().reader.footnote(number)),
      history({ depth: 500 }),
      dropCursor({ class: 'drop-cursor', color: false }),
      gapCursor(),
      tableEditing(),
    ]
  },
})

/** Enter on a selected footnote goes to its body, in its card. */
const openSelectedFootnote: Command = ({ selection }, _dispatch, view) => {
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'footnote') return false
  view?.dom.closest('[data-legal-editor]')?.querySelector<HTMLElement>('[data-footnote-body]')?.focus()
  return true
}

const keysOf = (schema: Schema): Record<string, Command> => ({
  Enter: chainCommands(openSelectedFootnote, splitLine),
  'Shift-Enter': splitUnnumbered,
  Backspace: joinBackward,
  'Mod-Backspace': joinBackward,
  Delete: joinForward,
  Tab: chainCommands(goToNextCell(1), tabInLastCell, indentBy(1)),
  'Shift-Tab': chainCommands(goToNextCell(-1), indentBy(-1)),
  'Mod-z': undo,
  'Mod-y': redo,
  'Shift-Mod-z': redo,
  ...Object.fromEntries(
    Object.entries({ b: 'bold', i: 'italic', u: 'underline' }).flatMap(([key, name]) => {
      const type = schema.marks[name]
      return type ? [[`Mod-${key}`, toggleMark(type)]] : []
    }),
  ),
  'Mod-Alt-0': setHeader(null),
  'Mod-Alt-1': setHeader(1),
  'Mod-Alt-2': setHeader(2),
})
