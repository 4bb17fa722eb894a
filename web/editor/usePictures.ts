import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { upload } from '#web/api/upload.ts'
import { useWaitedFor } from '#web/fields/files/sending.ts'
import { showToast } from '#web/shell/toasts.ts'
import { useStrings } from '#web/strings/strings.ts'

const kinds = ['image/png', 'image/jpeg', 'image/webp']

/** Sends pictures and puts them into the text. `use` is the field they are for; without one there are none. */
export function usePictures(use: string | undefined) {
  const { part, problem, sendOne } = useSending(use)

  /** True when there was something to send. */
  const send = (editor: Editor, files: readonly File[]) => {
    const pictures = use === undefined ? [] : files.filter(({ type }) => kinds.includes(type))
    void pictures.reduce(
      (before, file) => before.then(() => sendOne(editor, file)).then(() => undefined),
      Promise.resolve<undefined>(undefined),
    )
    return pictures.length > 0
  }
  /** Asks for a picture, unless one in the text is selected; done when one is. */
  const choose = (editor: Editor, onDone: () => void) => {
    if (editor.isActive('picture')) {
      onDone()
      return
    }
    chooseFile((file) => {
      void sendOne(editor, file).then((sent) => {
        if (!sent) return
        const { from } = editor.state.selection
        editor.commands.setNodeSelection(from - 1)
        onDone()
      })
    })
  }
  return { part, problem, send, choose }
}

/** One picture on its way: how much of it has arrived, and why the last one did not. */
function useSending(use: string | undefined) {
  const t = useStrings().editor
  const [part, setPart] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const waitedFor = useWaitedFor()

  const fail = (sentence: string) => {
    setProblem(sentence)
    showToast('bad', t.uploadFailed)
  }
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
  /** Whether it is in the text now. */
  const sendOne = (editor: Editor, file: File) => waitedFor(sendNow(editor, file))

  return { part, problem, sendOne }
}

/** Lets a file be chosen in the window of the browser. */
function chooseFile(onFile: (file: File) => void) {
  const input = Object.assign(document.createElement('input'), { type: 'file', accept: kinds.join(',') })
  input.onchange = () => {
    const [file] = input.files ?? []
    if (file) onFile(file)
  }
  input.click()
}
