import type { Editor } from '@tiptap/core'
import { useEffect, useRef } from 'react'
import { post } from '#web/platform/api/client.ts'
import { linkOf, storeLink } from '#web/richText/editor/picture.ts'

/** The record of a text: its pictures have the links of when it was loaded. */
export type PicturedRecord = { resource: string; row: number; pictures: Readonly<Record<string, string>> }

/**
 * Adds the addresses of pictures to their elements: a Delta names only their files. A picture
 * without a known link is asked for, once.
 */
export function usePictureLinks(editor: Editor, record: PicturedRecord | undefined) {
  const asked = useRef(new Set<string>())
  const { resource, row, pictures } = record ?? {}
  useEffect(() => {
    if (editor.isDestroyed) return undefined
    const load = async (file: string) => {
      if (resource === undefined || row === undefined || asked.current.has(file)) return
      asked.current.add(file)
      const answer = await post('files/link', { id: Number(file), resource, row })
      if (answer.Status === 'error') return
      storeLink(file, answer.data.link)
      showAll()
    }
    const showAll = () => {
      for (const image of withoutAddress(editor)) {
        const file = image.dataset['file'] ?? ''
        const link = linkOf(file) ?? pictures?.[file]
        if (link === undefined) void load(file)
        else image.src = link
      }
    }
    let frame = requestAnimationFrame(showAll)
    const showLater = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(showAll)
    }
    editor.on('update', showLater)
    return () => {
      cancelAnimationFrame(frame)
      editor.off('update', showLater)
    }
  }, [editor, resource, row, pictures])
}

const withoutAddress = (editor: Editor) =>
  editor.isDestroyed ? [] : editor.view.dom.querySelectorAll<HTMLImageElement>('img[data-file]:not([src])')
