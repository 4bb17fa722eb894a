import { type AnyExtension, Extension, Mark, mergeAttributes } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import { isLeading } from './address.ts'
import { Picture } from './picture.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    rich: {
      /** Where the lines of the chosen blocks stand; null is where their language begins. */
      align: (to: Alignment | null) => ReturnType
    }
  }
}

export type Alignment = 'center' | 'end' | 'justify'
const alignments: readonly Alignment[] = ['center', 'end', 'justify']

/** Alignment by class: the server keeps no styles. */
const Aligned = Extension.create({
  name: 'aligned',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading'],
      attributes: {
        align: {
          default: null,
          parseHTML: (element) => alignments.find((to) => element.classList.contains(`ql-align-${to}`)) ?? null,
          renderHTML: ({ align }) => (typeof align === 'string' ? { class: `ql-align-${align}` } : {}),
        },
      },
    },
  ],
  addCommands: () => ({
    align:
      (to) =>
      ({ commands }) =>
        ['paragraph', 'heading'].map((type) => commands.updateAttributes(type, { align: to })).some(Boolean),
  }),
})

/** The language and direction that a block says of itself, as they came. */
const Spoken = Extension.create({
  name: 'spoken',
  addGlobalAttributes: () => [
    {
      types: [
        'paragraph',
        'heading',
        'blockquote',
        'bulletList',
        'orderedList',
        'listItem',
        'tableCell',
        'tableHeader',
      ],
      attributes: { dir: { default: null }, lang: { default: null } },
    },
  ],
})

/** A run in another language: isolated, so that it scrambles nothing around it. */
const Foreign = Mark.create({
  name: 'foreign',
  addAttributes: () => ({ lang: { default: null }, dir: { default: null } }),
  parseHTML: () => [{ tag: 'bdi' }, { tag: 'span[lang]' }, { tag: 'span[dir]' }],
  renderHTML: ({ HTMLAttributes }) => ['bdi', HTMLAttributes, 0],
})

const raised = (name: string, tag: 'sub' | 'sup', other: string) =>
  Mark.create({
    name,
    excludes: other,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  })

/** Without the styles and columns that the library writes into a table. */
const PlainTable = Table.extend({
  renderHTML: ({ HTMLAttributes }) => ['table', mergeAttributes(HTMLAttributes), ['tbody', 0]],
})

/** Everything that rich text may hold, as `server/html/sanitize.ts` keeps it; the same in every set of tools. */
export const schema: AnyExtension[] = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    trailingNode: false,
    link: {
      openOnClick: false,
      autolink: false,
      linkOnPaste: true,
      defaultProtocol: 'https',
      isAllowedUri: (address) => isLeading(address),
      HTMLAttributes: { rel: 'noopener noreferrer', target: null },
    },
  }),
  Aligned,
  Spoken,
  Foreign,
  raised('sub', 'sub', 'sup'),
  raised('sup', 'sup', 'sub'),
  PlainTable.configure({ resizable: false, View: null }),
  TableRow,
  TableHeader,
  TableCell,
  Picture,
]
