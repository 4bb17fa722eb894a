import { Node } from '@tiptap/core'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    picture: {
      insertPicture: (picture: Shown) => ReturnType
    }
  }
}

/** A picture that was uploaded: the number of its file, where it can be seen for some minutes, and what it shows in words. */
export type Shown = { file: string; link: string; alt: string }

/** Where the pictures of this page were last seen: their text is kept without addresses. */
const seen = new Map<string, string>()

/** `<img data-file alt>`: its address is given by the server to whoever may read it, and never written down. */
export const Picture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    file: {
      default: null,
      parseHTML: fileOf,
      renderHTML: ({ file }: Partial<Shown>) => ({ 'data-file': file }),
    },
    alt: { default: '' },
  }),
  parseHTML: () => [
    {
      tag: 'img[data-file]',
      getAttrs: (element) => {
        note(fileOf(element), element.getAttribute('src'))
        return fileOf(element) === null ? false : null
      },
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addCommands: () => ({
    insertPicture:
      ({ file, link, alt }) =>
      ({ commands }) => {
        note(file, link)
        return commands.insertContent({ type: 'picture', attrs: { file, alt } })
      },
  }),
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('img')
      dom.alt = String(node.attrs['alt'])
      dom.dataset['file'] = String(node.attrs['file'])
      const link = seen.get(String(node.attrs['file']))
      if (link !== undefined) dom.src = link
      return { dom }
    },
})

/** The number of its file; null for what is no picture of ours. */
const fileOf = (element: HTMLElement) => /^[1-9]\d{0,14}$/.exec(element.dataset['file'] ?? '')?.[0] ?? null

/** Only addresses of ours: what is pasted must not load anything from elsewhere. */
function note(file: string | null, link: string | null) {
  if (file !== null && link?.startsWith('/files/')) seen.set(file, link)
}
