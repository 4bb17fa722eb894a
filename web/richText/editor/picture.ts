import { Node } from '@tiptap/core'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    picture: {
      /** Inserts a picture at a position of a line, whatever is selected. */
      insertPicture: (picture: UploadedPicture & { at: number }) => ReturnType
    }
  }
}

/** An uploaded picture: its file id, a temporary link, and its alternative text. */
type UploadedPicture = { file: string; link: string; alt: string }

/** The last known links of pictures: the HTML is stored without them. */
const knownLinks = new Map<string, string>()

/** `<img data-file alt>`: the server adds a temporary link for readers, and it is never stored. */
export const Picture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    file: {
      default: null,
      parseHTML: fileOf,
      renderHTML: ({ file }: Partial<UploadedPicture>) => ({ 'data-file': file }),
    },
    alt: { default: '' },
  }),
  parseHTML: () => [
    {
      tag: 'img[data-file]',
      getAttrs: (element) => {
        storeLink(fileOf(element), element.getAttribute('src'))
        return fileOf(element) === null ? false : null
      },
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addCommands: () => ({
    insertPicture:
      ({ file, link, alt, at }) =>
      ({ commands }) => {
        storeLink(file, link)
        return commands.insertContentAt(at, { type: 'picture', attrs: { file, alt } }, { updateSelection: false })
      },
  }),
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('img')
      dom.alt = String(node.attrs['alt'])
      dom.dataset['file'] = String(node.attrs['file'])
      const link = linkOf(String(node.attrs['file']))
      if (link !== undefined) dom.src = link
      return { dom }
    },
})

/** The last known link of the picture of a file. */
export const linkOf = (file: string) => knownLinks.get(file)

/** The file id of an image; null for an image that is not ours. */
const fileOf = (element: HTMLElement) => /^[1-9]\d{0,14}$/.exec(element.dataset['file'] ?? '')?.[0] ?? null

/** Only links of this site: pasted HTML must not load anything else. */
export function storeLink(file: string | null, link: string | null) {
  if (file !== null && link?.startsWith('/files/')) knownLinks.set(file, link)
}
