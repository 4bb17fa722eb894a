import type { Editor } from '@tiptap/core'
import { useEffect, useRef } from 'react'
import { post } from '#web/platform/api/client.ts'
import { pictureElement, storeLink } from '#web/richText/editor/picture.ts'

/** The pictures of a paste or of an undo are looked for once. */
const look_ms = 300

/** Loads the pictures of a stored text: a Delta names their files, and a link of a file expires after minutes. */
export function usePictureLinks(editor: Editor, record: { resource: string; row: number } | undefined) {
  const asked = useRef(new Set<string>())
  const { resource, row } = record ?? {}
  useEffect(() => {
    if (editor.isDestroyed || resource === undefined || row === undefined) return undefined
    const load = async (file: string) => {
      const answer = await post('files/link', { id: Number(file), resource, row })
      if (answer.Status === 'error' || editor.isDestroyed) return
      storeLink(file, answer.data.link)
      const { src } = pictureElement({ file, alt: '' })
      for (const image of unloaded(editor)) if (image.dataset['file'] === file) image.src = src
    }
    const loadAll = () => {
      for (const { dataset } of unloaded(editor)) {
        const file = dataset['file'] ?? ''
        if (asked.current.has(file)) continue
        asked.current.add(file)
        void load(file)
      }
    }
    let timer = window.setTimeout(loadAll)
    const loadLater = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(loadAll, look_ms)
    }
    editor.on('update', loadLater)
    return () => {
      window.clearTimeout(timer)
      editor.off('update', loadLater)
    }
  }, [editor, resource, row])
}

const unloaded = (editor: Editor) =>
  editor.isDestroyed ? [] : editor.view.dom.querySelectorAll<HTMLImageElement>('img[data-file]:not([src])')
