import { type AnyExtension, Mark } from '@tiptap/core'
import type { Attrs } from '@tiptap/pm/model'
import { type Annotation, type AnnotationType, colors, isLinkAddress } from '#shared/delta/delta.ts'
import { limits } from '#shared/limits.ts'
import { readText, writeText } from './attributes.ts'

const plain = (name: string, tag: string, ...others: string[]) =>
  Mark.create({
    name,
    parseHTML: () => [tag, ...others].map((one) => ({ tag: one })),
    renderHTML: () => [tag, 0],
  })

/** A mark with one value; `read` returns undefined for a value that is not allowed. */
type Valued = {
  name: string
  attribute?: string
  tag: string
  read: (element: HTMLElement) => string | undefined
  write: (value: string) => [tag: string, attributes: Record<string, string>]
  inclusive?: boolean
}

const valued = ({ name, attribute = 'value', tag, read, write, inclusive = true }: Valued) =>
  Mark.create({
    name,
    inclusive,
    addAttributes: () => ({ [attribute]: { default: null, rendered: false } }),
    parseHTML: () => [
      {
        tag,
        getAttrs: (element) => {
          const value = read(element)
          return value === undefined ? false : { [attribute]: value }
        },
      },
    ],
    renderHTML: ({ mark }) => {
      const [element, attributes] = write(String(mark.attrs[attribute]))
      return [element, attributes, 0]
    },
  })

export const sizes = Array.from({ length: 17 }, (_, index) => `${index + 8}pt`)

/** The data of an annotation: all of it stands in the mark, so that undo and paste keep it. */
export type AnnotationData = { type: string; title: string; category: string; content: string }
export const annotationTypes = ['positive', 'warning', 'caution', 'general', 'neutral'] as const
export const categories = ['editorial', 'usul'] as const

export const isAnnotationType = (type: string): type is AnnotationType => annotationTypes.some((one) => one === type)
export const isCategory = (category: string): category is Annotation['category'] =>
  categories.some((one) => one === category)

const annotationFields = ['type', 'title', 'category', 'content'] as const

const AnnotationMark = Mark.create({
  name: 'annotation',
  inclusive: false,
  addAttributes: () => ({
    key: {
      default: '',
      parseHTML: (element) => element.getAttribute('data-annotation'),
      renderHTML: ({ key }: Attrs) => ({ 'data-annotation': String(key) }),
    },
    ...Object.fromEntries(
      annotationFields.map((name) => [
        name,
        {
          default: '',
          parseHTML: (element: HTMLElement) => readText(element.getAttribute(`data-${name}`)),
          renderHTML: (attrs: Attrs) => ({ [`data-${name}`]: writeText(attrs[name]) }),
        },
      ]),
    ),
  }),
  // The annotated text of another page comes without its data, and becomes plain text.
  parseHTML: () => [
    {
      tag: 'span[data-annotation][data-content]',
      getAttrs: (element) =>
        annotationTypes.some((type) => type === element.dataset['type']) &&
        categories.some((category) => category === element.dataset['category'])
          ? null
          : false,
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
})

/** In the order of `markAttributes`, from the outermost to the innermost: an annotation is one element where it can be. */
export const marks: AnyExtension[] = [
  AnnotationMark,
  valued({
    name: 'case_number',
    attribute: 'number',
    tag: 'bdi[data-case-number]',
    read: (element) => element.dataset['caseNumber']?.slice(0, limits.document.key_letters) ?? undefined,
    write: (number) => ['bdi', { 'data-case-number': number, dir: 'ltr' }],
    inclusive: false,
  }),
  valued({
    name: 'link',
    attribute: 'href',
    tag: 'a[href]',
    read: (element) => {
      const href = element.getAttribute('href') ?? ''
      return isLinkAddress(href) && href.length <= limits.document.link_letters ? href : undefined
    },
    write: (href) => ['a', { href, rel: 'noopener noreferrer' }],
    inclusive: false,
  }),
  valued({
    name: 'lang',
    tag: 'bdi[lang]',
    read: ({ lang }) => (lang === 'ar' || lang === 'en' ? lang : undefined),
    write: (lang) => ['bdi', { lang, dir: lang === 'ar' ? 'rtl' : 'ltr' }],
  }),
  valued({
    name: 'size',
    tag: 'span[data-size]',
    read: (element) => sizes.find((size) => size === `${element.dataset['size']}pt`),
    write: (size) => ['span', { 'data-size': String(Number.parseInt(size, 10)) }],
  }),
  valued({
    name: 'color',
    tag: 'span[data-color]',
    read: (element) => colors.find((color) => color === element.dataset['color']),
    write: (color) => ['span', { 'data-color': color }],
  }),
  valued({
    name: 'script',
    tag: 'sub, sup:not([data-footnote])',
    read: (element) => (element.tagName === 'SUB' ? 'sub' : 'super'),
    write: (value) => [value === 'sub' ? 'sub' : 'sup', {}],
  }),
  plain('bold', 'strong', 'b'),
  plain('italic', 'em', 'i'),
  plain('underline', 'u'),
  plain('strike', 's', 'del'),
]
