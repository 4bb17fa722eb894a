import { useEffect, useState } from 'react'
import { limits } from '#shared/limits.ts'
import { post } from '#web/platform/api/client.ts'
import { currentStrings } from '#web/platform/strings/strings.ts'
import { showAnswer, showToast } from '#web/platform/toasts/toasts.ts'
import { checkCopy, type Citation, type CopyKind, countCharacters, withCitation } from './copying.ts'
import { textInRange, type TextMap } from './textMap.ts'

type Copy = (text: string, kind: CopyKind) => Promise<void>
type Source = { reference: string; citation: Citation }

/** Copies for users with the permission: within the limit, and only after the server has allowed it. */
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
  const check = checkCopy(text)
  if (check === 'nothing') return
  if (check === 'too-long') {
    showToast('bad', t.tooLong(limits.reader.copy_letters))
    return
  }

  const answer = await post('g/copy', { Reference: reference, Letters: countCharacters(text) })
  if (answer.Status === 'error') {
    showAnswer(answer)
    return
  }
  const isCopied = await writeToClipboard(kind === 'text' ? text : withCitation(text, citation, t.comma))
  showToast(isCopied ? 'good' : 'bad', isCopied ? t.copied : t.copyFailed)
}

/** Ctrl+C and the browser menu follow the same rules as the button. */
export function useCopyEvents(map: TextMap | undefined, copy: Copy | undefined) {
  useEffect(() => {
    if (!map || !copy) return undefined
    const onCopy = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return
      const text = selectedTextIn(map)
      if (text === '') return
      event.preventDefault()
      void copy(text, 'text')
    }
    document.addEventListener('copy', onCopy)
    document.addEventListener('cut', onCopy)
    return () => {
      document.removeEventListener('copy', onCopy)
      document.removeEventListener('cut', onCopy)
    }
  }, [map, copy])
}

/**
 * Writes to the clipboard and returns whether it succeeded. Browsers offer the clipboard API over https and on
 * localhost only.
 */
async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
  }
}

/** Fallback: `execCommand('copy')` from a temporary field. */
function copyByCommand(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  field.setAttribute('aria-hidden', 'true')
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  // Deprecated, but the only way without https.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}

/** The selected text, in reading order; empty without a selection. */
export function useSelectedText(map: TextMap | undefined): string {
  const [selected, setSelected] = useState('')
  useEffect(() => {
    if (!map) return undefined
    const update = () => setSelected(selectedTextIn(map))
    document.addEventListener('selectionchange', update)
    return () => document.removeEventListener('selectionchange', update)
  }, [map])
  return selected
}

function selectedTextIn(map: TextMap): string {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return ''
  return textInRange(map, selection.getRangeAt(0))
}
