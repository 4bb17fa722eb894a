import { useEffect, useState } from 'react'
import { limits } from '#shared/limits.ts'
import { post } from '#web/api/client.ts'
import { showAnswer, showToast } from '#web/shell/toasts.ts'
import { currentStrings } from '#web/strings/strings.ts'
import { writeToClipboard } from './clipboard.ts'
import { type Citation, type CopyKind, countCharacters, judgeCopy, withCitation } from './copying.ts'
import type { TextMap } from './textMap.ts'
import { selectedIn } from './useSelectedText.ts'

type Copy = (text: string, kind: CopyKind) => Promise<void>
type Source = { reference: string; citation: Citation }

/** Copies for those who may: never more than the limit, and never without the server having been asked. */
export function useCopy({ reference, citation }: Source) {
  const [isCopying, setCopying] = useState(false)
  const copy: Copy = async (text, kind) => {
    setCopying(true)
    try {
      await copyText({ reference, citation, text, kind })
    } finally {
      setCopying(false)
    }
  }
  return { copy, isCopying }
}

async function copyText({ reference, citation, text, kind }: Source & { text: string; kind: CopyKind }) {
  const t = currentStrings().reader
  const verdict = judgeCopy(text)
  if (verdict === 'nothing') return
  if (verdict === 'too-long') {
    showToast('bad', t.tooLong(limits.reader.copy_letters))
    return
  }

  const answer = await post('g/copy', { Reference: reference, Letters: countCharacters(text) })
  if (answer.Status === 'error') {
    showAnswer(answer)
    return
  }
  const isWritten = await writeToClipboard(kind === 'text' ? text : withCitation(text, citation, t.comma))
  showToast(isWritten ? 'good' : 'bad', isWritten ? t.copied : t.copyFailed)
}

/** Ctrl+C and the menu of the browser copy by the same rules as the button. */
export function useCopyEvents(map: TextMap | undefined, copy: Copy | undefined) {
  useEffect(() => {
    if (!map || !copy) return undefined
    const take = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return
      const text = selectedIn(map)
      if (text === '') return
      event.preventDefault()
      void copy(text, 'text')
    }
    document.addEventListener('copy', take)
    document.addEventListener('cut', take)
    return () => {
      document.removeEventListener('copy', take)
      document.removeEventListener('cut', take)
    }
  }, [map, copy])
}
