import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { post } from '#web/platform/api/client.ts'
import { linkOf } from '#web/richText/editor/picture.ts'

/** The record of a text: its pictures have the links of when it was loaded. */
export type PicturedRecord = { resource: string; row: number; pictures: Readonly<Record<string, string>> }

/** A link that fails so soon after it was asked for is not expired: its file is gone, or no picture. */
const retry_ms = 60_000

/**
 * Adds the addresses of pictures to their elements: a Delta names only their files. A link expires after minutes, and the text
 * can be opened later than its form: one is asked for a picture without a link, and for one that does not load.
 */
export function usePictureLinks(editor: Editor, record: PicturedRecord | undefined) {
  const [{ links, asked }] = useState(() => ({ links: new Map<string, string>(), asked: new Map<string, number>() }))
  const { resource, row, pictures } = record ?? {}
  useEffect(() => {
    if (editor.isDestroyed) return undefined
    const load = async (file: string) => {
      if (Date.now() - (asked.get(file) ?? 0) < retry_ms) return
      asked.set(file, Date.now())
      const link = await askLink(file, resource, row)
      if (link === undefined) return
      links.set(file, link)
      for (const image of imagesIn(editor)) if (image.dataset['file'] === file) image.src = link
    }
    const showAll = () => {
      for (const image of imagesIn(editor)) {
        if (image.hasAttribute('src')) continue
        const file = image.dataset['file'] ?? ''
        const link = links.get(file) ?? pictures?.[file] ?? linkOf(file)
        if (link === undefined) void load(file)
        else image.src = link
      }
    }
    const onError = ({ target }: Event) => {
      if (target instanceof HTMLImageElement) void load(target.dataset['file'] ?? '')
    }
    let frame = requestAnimationFrame(showAll)
    const showLater = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(showAll)
    }
    const { dom } = editor.view
    editor.on('update', showLater)
    // The event does not bubble.
    dom.addEventListener('error', onError, true)
    return () => {
      cancelAnimationFrame(frame)
      editor.off('update', showLater)
      dom.removeEventListener('error', onError, true)
    }
  }, [editor, resource, row, pictures, links, asked])
}

async function askLink(file: string, resource?: string, row?: number): Promise<string | undefined> {
  const place = resource === undefined || row === undefined ? {} : { resource, row }
  const answer = await post('files/link', { id: Number(file), ...place })
  return answer.Status === 'error' ? undefined : answer.data.link
}

/** By the name of the element: the browser keeps that list while letters are typed, and does not search the whole text. */
const imagesIn = (editor: Editor) =>
  editor.isDestroyed
    ? []
    : [...editor.view.dom.getElementsByTagName('img')].filter(({ dataset }) => dataset['file'] !== undefined)
