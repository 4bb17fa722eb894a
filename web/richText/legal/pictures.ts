import { Node } from '@tiptap/core'
import type { Attrs } from '@tiptap/pm/model'
import { storeLink } from '#web/richText/editor/picture.ts'
import { numberFrom } from './attributes.ts'

/**
 * A picture of a judgment: the id of its file. The tools of the other editor upload and insert it. No node view: with one,
 * the library draws the whole text twice when it opens; `usePictureLinks` adds the address.
 */
export const Picture = Node.create({
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
      ({ file, link, alt }) =>
      ({ commands }) => {
        storeLink(file, link)
        return commands.insertContent({ type: 'picture', attrs: { file: Number(file), alt } })
      },
  }),
})
