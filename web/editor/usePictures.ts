import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { upload } from '#web/api/upload.ts'
import { useWaitedFor } from '#web/fields/files/sending.ts'
import { showToast } from '#web/shell/toasts.ts'
import { useStrings } from '#web/strings/strings.ts'

const kinds = ['image/png', 'image/jpeg', 'image/webp']

/** Sends pictures and puts them into the text. `use` is the field they are for; without one there are none. */
export function usePictures(use: string | undefined) {
  const t = useStrings().editor
  const [part, setPart] = useState<number>()
  const [problem, setProblem] = useState<string>()

  const fail = (sentence: string) => {
    setProblem(sentence)
    showToast('bad', t.uploadFailed)
  }
  const waitedFor = useWaitedFor()
  const sendNow = async (editor: Editor, file: File) => {
    setPart(0)
    setProblem(undefined)
    const answer = await upload({ file, use: use ?? '', onProgress: setPart })
    setPart(undefined)
    if (answer.Status === 'error') {
      fail(Object.values(answer.payload.errors).flat()[0] ?? answer.Message)
      return false
    }
    const { id, link } = answer.data
    return editor.commands.insertPicture({ file: String(id), link, alt: '' })
  }
  const sendOne = (editor: Editor, file: File) => waitedFor(sendNow(editor, file))
  /** True when there was something to send. */
  const send = (editor: Editor, files: readonly File[]) => {
    const pictures = use === undefined ? [] : files.filter(({ type }) => kinds.includes(type))
    void pictures.reduce(
      (before, file) => before.then(() => sendOne(editor, file)).then(() => undefined),
      Promise.resolve<undefined>(undefined),
    )
    return pictures.length > 0
  }
  const choose = (editor: Editor, onDone: () => void) => {
    if (editor.isActive('picture')) {
      onDone()
      return
    }
    const input = Object.assign(document.createElement('input'), { type: 'file', accept: kinds.join(',') })
    input.onchange = () => {
      const [file] = input.files ?? []
      if (!file) return
      void sendOne(editor, file).then((sent) => {
        if (!sent) return
        const { from } = editor.state.selection
        editor.commands.setNodeSelection(from - 1)
        onDone()
      })
    }
    input.click()
  }
  return { part, problem, send, choose }
}
