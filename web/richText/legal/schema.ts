import { type AnyExtension, callOrReturn, Extension, getExtensionField, Node } from '@tiptap/core'
import type { Attrs, DOMOutputSpec, Node as ProseMirrorNode } from '@tiptap/pm/model'
import { lists } from '#shared/delta/delta.ts'
import { limits } from '#shared/limits.ts'
import { storeLink } from '#web/richText/editor/picture.ts'
import { type LineAttrs, numberFrom, oneOf, readText, writeText } from './attributes.ts'
import { marks } from './marks.ts'

/**
 * A picture of a judgment: the id of its file. The tools of the other editor upload and insert it. No node view: with one,
 * the library draws the whole text twice when it opens; `usePictureLinks` adds the address.
 */
const Picture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    file: {
      default: null,
      parseHTML: (element) => numberFrom(element.getAttribute('data-file'), 1, Number.MAX_SAFE_INTEGER),
      renderHTML: ({ file }: Attrs) => ({ 'data-file': String(file) }),
    },
    alt: { default: '' },
  }),
  parseHTML: () => [{ tag: 'img[data-file]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addCommands: () => ({
    insertPicture:
      ({ file, link, alt, at }) =>
      ({ commands }) => {
        storeLink(file, link)
        const picture = { type: 'picture', attrs: { file: Number(file), alt } }
        return commands.insertContentAt(at, picture, { updateSelection: false })
      },
  }),
})

/** How an attribute of a line is written into the DOM, and read again from what was copied. */
const lineAttributes: { [Name in keyof LineAttrs]: { dom: string; read: (text: string) => LineAttrs[Name] } } = {
  header: { dom: 'data-header', read: (text) => oneOf([1, 2], Number(text)) },
  align: { dom: 'data-align', read: (text) => oneOf(['center', 'end', 'justify'], text) },
  direction: { dom: 'dir', read: (text) => oneOf(['ltr'], text) },
  list: { dom: 'data-list', read: (text) => oneOf(lists, text) },
  indent: { dom: 'data-indent', read: (text) => numberFrom(text, 1, limits.document.indent) },
  blockquote: { dom: 'data-quote', read: () => true },
  paragraph: { dom: 'data-paragraph', read: (text) => numberFrom(text, 0, limits.document.paragraph) },
}

/** Headings are drawn as in the reader: level 1 is the heading of the page. */
const tagOfHeader = { 1: 'h2', 2: 'h3' } as const

const Line = Node.create({
  name: 'line',
  content: 'inline*',
  addAttributes: () =>
    Object.fromEntries(
      Object.entries(lineAttributes).map(([name, { dom, read }]) => [
        name,
        {
          default: null,
          parseHTML: (element: HTMLElement) => {
            const text = element.getAttribute(dom)
            return text === null ? null : read(text)
          },
        },
      ]),
    ),
  extendNodeSchema: ({ name }) => (name === 'line' ? { toDOM: writeLine } : {}),
  parseHTML: () => [
    { tag: 'p' },
    { tag: 'h1', attrs: { header: 1 } },
    { tag: 'h2', attrs: { header: 1 } },
    { tag: 'h3', attrs: { header: 2 } },
    { tag: 'li', getAttrs: (item) => ({ list: item.closest('ol') ? 'ordered' : 'bullet' }) },
  ],
})

const domNames = Object.entries(lineAttributes).map(([name, { dom }]) => [name, dom] as const)

/** The element itself: the library would collect the attributes from functions into an array, and read it again. */
function writeLine({ attrs }: ProseMirrorNode): DOMOutputSpec {
  const header: unknown = attrs['header']
  const dom = document.createElement(header === null ? 'p' : tagOfHeader[header === 1 ? 1 : 2])
  for (const [name, attribute] of domNames) if (attrs[name] !== null) dom.setAttribute(attribute, String(attrs[name]))
  return { dom, contentDOM: dom }
}

/** A key in an attribute of the DOM. */
const keyAttribute = {
  key: {
    default: null,
    parseHTML: (element: HTMLElement) => element.getAttribute('data-key'),
    renderHTML: ({ key }: Attrs) => (typeof key === 'string' ? { 'data-key': key } : {}),
  },
}

const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (element: HTMLElement) => numberFrom(element.getAttribute(name), 1, limits.document.span) ?? 1,
  renderHTML: (attrs: Attrs) => (attrs[name] === 1 ? {} : { [name]: String(attrs[name]) }),
})

const Table = Node.create({
  name: 'table',
  content: 'table_row+',
  isolating: true,
  tableRole: 'table',
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
})

const TableRow = Node.create({
  name: 'table_row',
  content: '(table_cell | table_header)*',
  tableRole: 'row',
  addAttributes: () => keyAttribute,
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
})

const cellOf = (name: string, tableRole: string, tag: 'td' | 'th') =>
  Node.create({
    name,
    content: 'line+',
    isolating: true,
    tableRole,
    addAttributes: () => ({ ...keyAttribute, colspan: span('colspan'), rowspan: span('rowspan') }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

/** The body of a footnote stands in the node, so that cut, paste and undo keep both together. */
const Footnote = Node.create({
  name: 'footnote',
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,
  addAttributes: () => ({
    key: {
      default: '',
      parseHTML: (element) => element.getAttribute('data-footnote'),
      renderHTML: ({ key }: Attrs) => ({ 'data-footnote': String(key) }),
    },
    content: {
      default: '',
      parseHTML: (element) => readText(element.getAttribute('data-content')),
      renderHTML: ({ content }: Attrs) => ({ 'data-content': writeText(content) }),
    },
  }),
  // A reference without its body, from another page, is no footnote.
  parseHTML: () => [{ tag: '[data-footnote][data-content]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes],
})

const PageBreak = Node.create({
  name: 'page_break',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes: () => ({
    page: {
      default: 1,
      parseHTML: (element) => numberFrom(element.getAttribute('data-page'), 1, limits.document.pages) ?? 1,
      renderHTML: ({ page }: Attrs) => ({ 'data-page': String(page) }),
    },
  }),
  parseHTML: () => [{ tag: 'span[data-page]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes],
})

/** `prosemirror-tables` finds the parts of a table by their role. */
const TableRoles = Extension.create({
  name: 'tableRoles',
  extendNodeSchema(extension) {
    const context = {
      name: extension.name,
      options: extension.options as unknown,
      storage: extension.storage as unknown,
    }
    const tableRole: unknown = callOrReturn(getExtensionField(extension, 'tableRole', context))
    return typeof tableRole === 'string' ? { tableRole } : {}
  },
})

/** The document of `shared/delta/prosemirror.ts`. */
export const schema: AnyExtension[] = [
  Node.create({ name: 'doc', topNode: true, content: '(line | table)+' }),
  Node.create({ name: 'text', group: 'inline' }),
  Line,
  TableRoles,
  Table,
  TableRow,
  cellOf('table_cell', 'cell', 'td'),
  cellOf('table_header', 'header_cell', 'th'),
  Footnote,
  Picture,
  PageBreak,
  ...marks,
]
