import { useEffect } from 'react'
import { limits } from '#shared/limits.ts'
import { post } from '#web/platform/api/client.ts'
import { writeToClipboard } from '#web/platform/clipboard.ts'
import { currentStrings } from '#web/platform/strings/strings.ts'
import { showAnswer, showToast } from '#web/platform/toasts/toasts.tsx'
import { checkCopy, type CopyKind, countCharacters } from './copying.ts'
import { readSelectedQuote, readSelection, type SelectedText } from './useSelectedText.ts'
import type { TextMap } from './textMap.ts'

type Source = {
  /** The case whose copies are counted. A text that is not in the library is copied without being counted. */
  reference: string | undefined
  /** The citation of the case with the paragraphs of the text, in one line. */
  cite: (selected: SelectedText) => string
}

/** Copies for users with the permission: within the limit, and only after the server has allowed it. */
export async function copyText({ reference, cite }: Source, selected: SelectedText, kind: CopyKind) {
  const { reader: strings, actions } = currentStrings()
  const { text } = selected
  const check = checkCopy(text)
  if (check === 'nothing') return
  if (check === 'too-long') {
    showToast('bad', strings.tooLong(limits.reader.copy_letters))
    return
  }

  if (reference !== undefined) {
    const answer = await post('g/copy', { Reference: reference, Letters: countCharacters(text) })
    if (answer.Status === 'error') {
      showAnswer(answer)
      return
    }
  }
  const isCopied = await writeToClipboard(kind === 'text' ? text : `${text}\n\n${cite(selected)}`)
  showToast(isCopied ? 'good' : 'bad', isCopied ? strings.copied : actions.copyFailed)
}

const handledEvents = ['copy', 'cut', 'dragstart'] as const

type CopyEvents = {
  article: HTMLElement | null
  map: TextMap | undefined
  copy: ((selected: SelectedText, kind: CopyKind) => void) | undefined
}

/**
 * Ctrl+C and the browser menu follow the same rules as the menu of the selection, in quotations of the text as well. A
 * selection cannot be dragged, because a drop in another program is no copy that could be counted.
 */
export function useCopyEvents({ article, map, copy }: CopyEvents) {
  useEffect(() => {
    if (!article || !map || !copy) return undefined
    const onEvent = (event: Event) => {
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return
      const selected = readSelection(article, map) ?? readSelectedQuote()
      if (!selected) return
      event.preventDefault()
      if (event.type !== 'dragstart') copy(selected, 'text')
    }
    for (const name of handledEvents) document.addEventListener(name, onEvent)
    return () => {
      for (const name of handledEvents) document.removeEventListener(name, onEvent)
    }
  }, [article, map, copy])
}
