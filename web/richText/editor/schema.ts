import { type AnyExtension, Extension, Mark, mergeAttributes } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import { isAllowedAddress } from './address.ts'
import { Picture } from './picture.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    rich: {
      /** Aligns the selected blocks; null is the start of their direction. */
      align: (to: Alignment | null) => ReturnType
    }
  }
}

export type Alignment = 'center' | 'end' | 'justify'
const alignments: readonly Alignment[] = ['center', 'end', 'justify']

/** Alignment by class, because the server removes styles. */
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

/** Keeps the `lang` and `dir` attributes of blocks. */
const BlockLanguage = Extension.create({
  name: 'blockLanguage',
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

/** A run of text in another language, isolated by `<bdi>`. */
const Foreign = Mark.create({
  name: 'foreign',
  addAttributes: () => ({ lang: { default: null }, dir: { default: null } }),
  parseHTML: () => [{ tag: 'bdi' }, { tag: 'span[lang]' }, { tag: 'span[dir]' }],
  renderHTML: ({ HTMLAttributes }) => ['bdi', HTMLAttributes, 0],
})

const scriptMark = (name: string, tag: 'sub' | 'sup', other: string) =>
  Mark.create({
    name,
    excludes: other,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  })

/** A table without the styles and columns that the library adds. */
const PlainTable = Table.extend({
  renderHTML: ({ HTMLAttributes }) => ['table', mergeAttributes(HTMLAttributes), ['tbody', 0]],
})

/** Everything that rich text may contain, as `server/html/sanitize.ts` accepts it; the same for every tool set. */
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
      isAllowedUri: (address) => isAllowedAddress(address),
      HTMLAttributes: { rel: 'noopener noreferrer', target: null },
    },
  }),
  Aligned,
  BlockLanguage,
  Foreign,
  scriptMark('sub', 'sub', 'sup'),
  scriptMark('sup', 'sup', 'sub'),
  PlainTable.configure({ resizable: false, View: null }),
  TableRow,
  TableHeader,
  TableCell,
  Picture,
]
