import type { Editor } from '@tiptap/core'
import type { editorStrings } from '#web/platform/strings/editorStrings.ts'
import type { Alignment } from './schema.ts'

export type ToolName = keyof (typeof editorStrings)['dv']['names']

/** A tool changes the text at once, or prompts for input first. */
type ToolAction =
  | { run: (editor: Editor) => boolean; prompts?: never }
  | { prompts: 'address' | 'picture'; run?: never }

/** `isOn` for toggles; `canRun` for tools that are not always available. */
type Tool = ToolAction & { isOn?: (editor: Editor) => boolean; canRun?: (editor: Editor) => boolean }

const chain = (editor: Editor) => editor.chain().focus()
const markTool = (name: string): Tool => ({
  run: (editor) => chain(editor).toggleMark(name).run(),
  isOn: (editor) => editor.isActive(name),
})
const headingTool = (level: 1 | 2): Tool => ({
  run: (editor) => chain(editor).toggleHeading({ level }).run(),
  isOn: (editor) => editor.isActive('heading', { level }),
})
const alignTool = (to: Alignment): Tool => ({
  run: (editor) =>
    chain(editor)
      .align(editor.isActive({ align: to }) ? null : to)
      .run(),
  isOn: (editor) => editor.isActive({ align: to }),
})
const languageTool = (lang: string, dir: 'ltr' | 'rtl'): Tool => ({
  run: (editor) => chain(editor).toggleMark('foreign', { lang, dir }).run(),
  isOn: (editor) => editor.isActive('foreign', { lang }),
})
const tableTool = (run: (editor: Editor) => boolean): Tool => ({ run, canRun: (editor) => editor.isActive('table') })

export const tools: Record<ToolName, Tool> = {
  undo: { run: (editor) => chain(editor).undo().run(), canRun: (editor) => editor.can().undo() },
  redo: { run: (editor) => chain(editor).redo().run(), canRun: (editor) => editor.can().redo() },
  bold: markTool('bold'),
  italic: markTool('italic'),
  underline: markTool('underline'),
  strike: markTool('strike'),
  sub: markTool('sub'),
  sup: markTool('sup'),
  large: headingTool(1),
  small: headingTool(2),
  bullets: {
    run: (editor) => chain(editor).toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  numbers: {
    run: (editor) => chain(editor).toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  quote: { run: (editor) => chain(editor).toggleBlockquote().run(), isOn: (editor) => editor.isActive('blockquote') },
  link: { prompts: 'address', isOn: (editor) => editor.isActive('link') },
  center: alignTool('center'),
  end: alignTool('end'),
  justify: alignTool('justify'),
  english: languageTool('en', 'ltr'),
  arabic: languageTool('ar', 'rtl'),
  clear: { run: (editor) => chain(editor).unsetAllMarks().clearNodes().run() },
  table: {
    run: (editor) => chain(editor).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    canRun: (editor) => !editor.isActive('table'),
  },
  addRow: tableTool((editor) => chain(editor).addRowAfter().run()),
  removeRow: tableTool((editor) => chain(editor).deleteRow().run()),
  addColumn: tableTool((editor) => chain(editor).addColumnAfter().run()),
  removeColumn: tableTool((editor) => chain(editor).deleteColumn().run()),
  removeTable: tableTool((editor) => chain(editor).deleteTable().run()),
  picture: { prompts: 'picture' },
}

export type ToolSet = 'wysiwyg' | 'quill' | 'tinymce'

/** The groups of each tool set; each set extends the one before it. */
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

/** The tool groups of a set; pictures only with a field to upload them for. */
export const groupsOf = (set: ToolSet, pictures: string | undefined): ToolName[][] =>
  toolSets[set].filter((group) => pictures !== undefined || group[0] !== 'picture')

/** The state of the tools as a string, so that the toolbar renders again only when it changes. */
export function stateOfTools(editor: Editor, names: readonly ToolName[]): string {
  return names
    .map((name) => {
      const { isOn, canRun } = tools[name]
      if (canRun && !canRun(editor)) return '-'
      return isOn?.(editor) ? '1' : '0'
    })
    .join('')
}
