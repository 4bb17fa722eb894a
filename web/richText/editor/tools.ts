import type { Editor } from '@tiptap/core'
import type { editorDv } from '#web/strings/editorDv.ts'
import type { Alignment } from './schema.ts'

export type ToolName = keyof typeof editorDv.names

/** What a tool does to the text at once; some ask for something first. */
type Act = { run: (editor: Editor) => boolean; asks?: never } | { asks: 'address' | 'picture'; run?: never }

/** `isOn` for tools that stay pressed; `canRun` where a tool cannot always be used. */
export type Tool = Act & { isOn?: (editor: Editor) => boolean; canRun?: (editor: Editor) => boolean }

const chain = (editor: Editor) => editor.chain().focus()
const marks = (name: string): Tool => ({
  run: (editor) => chain(editor).toggleMark(name).run(),
  isOn: (editor) => editor.isActive(name),
})
const heads = (level: 1 | 2): Tool => ({
  run: (editor) => chain(editor).toggleHeading({ level }).run(),
  isOn: (editor) => editor.isActive('heading', { level }),
})
const aligns = (to: Alignment): Tool => ({
  run: (editor) =>
    chain(editor)
      .align(editor.isActive({ align: to }) ? null : to)
      .run(),
  isOn: (editor) => editor.isActive({ align: to }),
})
const speaks = (lang: string, dir: 'ltr' | 'rtl'): Tool => ({
  run: (editor) => chain(editor).toggleMark('foreign', { lang, dir }).run(),
  isOn: (editor) => editor.isActive('foreign', { lang }),
})
const inTable = (run: (editor: Editor) => boolean): Tool => ({ run, canRun: (editor) => editor.isActive('table') })

export const tools: Record<ToolName, Tool> = {
  undo: { run: (editor) => chain(editor).undo().run(), canRun: (editor) => editor.can().undo() },
  redo: { run: (editor) => chain(editor).redo().run(), canRun: (editor) => editor.can().redo() },
  bold: marks('bold'),
  italic: marks('italic'),
  underline: marks('underline'),
  strike: marks('strike'),
  sub: marks('sub'),
  sup: marks('sup'),
  large: heads(1),
  small: heads(2),
  bullets: {
    run: (editor) => chain(editor).toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  numbers: {
    run: (editor) => chain(editor).toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  quote: { run: (editor) => chain(editor).toggleBlockquote().run(), isOn: (editor) => editor.isActive('blockquote') },
  link: { asks: 'address', isOn: (editor) => editor.isActive('link') },
  center: aligns('center'),
  end: aligns('end'),
  justify: aligns('justify'),
  english: speaks('en', 'ltr'),
  arabic: speaks('ar', 'rtl'),
  clear: { run: (editor) => chain(editor).unsetAllMarks().clearNodes().run() },
  table: {
    run: (editor) => chain(editor).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    canRun: (editor) => !editor.isActive('table'),
  },
  addRow: inTable((editor) => chain(editor).addRowAfter().run()),
  removeRow: inTable((editor) => chain(editor).deleteRow().run()),
  addColumn: inTable((editor) => chain(editor).addColumnAfter().run()),
  removeColumn: inTable((editor) => chain(editor).deleteColumn().run()),
  removeTable: inTable((editor) => chain(editor).deleteTable().run()),
  picture: { asks: 'picture' },
}

export type ToolSet = 'wysiwyg' | 'quill' | 'tinymce'

/** Groups of tools, each set with those of the one before it. */
const wysiwyg: ToolName[][] = [
  ['undo', 'redo'],
  ['bold', 'italic', 'underline'],
  ['bullets', 'numbers'],
  ['link', 'english', 'arabic'],
]
const quill: ToolName[][] = [
  ...wysiwyg,
  ['large', 'small', 'quote'],
  ['center', 'end', 'justify'],
  ['strike', 'sub', 'sup', 'clear'],
]
const tinymce: ToolName[][] = [
  ...quill,
  ['table', 'addRow', 'removeRow', 'addColumn', 'removeColumn', 'removeTable'],
  ['picture'],
]
const toolSets: Record<ToolSet, ToolName[][]> = { wysiwyg, quill, tinymce }

/** The tools of a set; that of pictures only where there is a field that they are uploaded for. */
export const groupsOf = (set: ToolSet, pictures: string | undefined): ToolName[][] =>
  toolSets[set].filter((group) => pictures !== undefined || group[0] !== 'picture')

/** What the tool bar shows of the text: a string, so that it is drawn anew only when it looks different. */
export function stateOfTools(editor: Editor, names: readonly ToolName[]): string {
  return names
    .map((name) => {
      const { isOn, canRun } = tools[name]
      if (canRun && !canRun(editor)) return '-'
      return isOn?.(editor) ? '1' : '0'
    })
    .join('')
}
