import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { useStrings } from '#web/platform/strings/strings.ts'
import { showToast } from '#web/platform/toasts/toasts.tsx'
import { upload, usePendingUpload } from '#web/platform/upload/upload.ts'
import { AskRow } from './AskRow.tsx'
import styles from './Editor.module.css'

const pictureTypes = ['image/png', 'image/jpeg', 'image/webp']

/**
 * Uploads pictures and inserts them into the text. `uploadField` is the field to upload for; without one there are no
 * pictures.
 */
export function usePictures(uploadField: string | undefined) {
  const { progress, problem, uploadAndInsert } = usePictureUpload(uploadField)

  /** Returns whether there was a picture to upload. */
  const uploadAll = (editor: Editor, files: readonly File[]) => {
    const pictures = uploadField === undefined ? [] : files.filter(({ type }) => pictureTypes.includes(type))
    void pictures.reduce(
      (previous, file) => previous.then(() => uploadAndInsert(editor, file)).then(() => undefined),
      Promise.resolve<undefined>(undefined),
    )
    return pictures.length > 0
  }
  /** Opens the file dialog, unless a picture is selected; calls `onDone` when one is selected. */
  const choose = (editor: Editor, onDone: () => void) => {
    if (editor.isActive('picture')) {
      onDone()
      return
    }
    chooseFile((file) => {
      void uploadAndInsert(editor, file).then((isInserted) => {
        if (!isInserted) return
        const { from } = editor.state.selection
        editor.commands.setNodeSelection(from - 1)
        onDone()
      })
    })
  }
  return { progress, problem, uploadAll, choose }
}

/** The upload of one picture: its progress, and the error of the last one. */
function usePictureUpload(uploadField: string | undefined) {
  const strings = useStrings().editor
  const [progress, setProgress] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const trackPending = usePendingUpload()

  const showFailure = (sentence: string) => {
    setProblem(sentence)
    showToast('bad', strings.uploadFailed)
  }
  const uploadPicture = async (editor: Editor, file: File) => {
    setProgress(0)
    setProblem(undefined)
    const answer = await upload({ file, use: uploadField ?? '', onProgress: setProgress })
    setProgress(undefined)
    if (answer.Status === 'error') {
      showFailure(Object.values(answer.payload.errors).flat()[0] ?? answer.Message)
      return false
    }
    const { id, link } = answer.data
    return editor.commands.insertPicture({ file: String(id), link, alt: '' })
  }
  /** Resolves to whether the picture is in the text. */
  const uploadAndInsert = (editor: Editor, file: File) => trackPending(uploadPicture(editor, file))

  return { progress, problem, uploadAndInsert }
}

/** Opens the browser's file dialog. */
function chooseFile(onFile: (file: File) => void) {
  const input = Object.assign(document.createElement('input'), { type: 'file', accept: pictureTypes.join(',') })
  input.onchange = () => {
    const [file] = input.files ?? []
    if (file) onFile(file)
  }
  input.click()
}

type UploadStatusProps = Pick<ReturnType<typeof usePictures>, 'progress' | 'problem'>

/** The progress of a picture upload, and its error. */
export function UploadStatus({ progress, problem }: UploadStatusProps) {
  const strings = useStrings().editor
  return (
    <>
      {progress !== undefined && (
        <p role="status" className={styles.status}>
          {strings.uploading(Math.floor(progress * 100))}
        </p>
      )}
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </>
  )
}

type AltRowProps = { editor: Editor; onClose: () => void }

/** Asks for the text of the selected picture for those who do not see it. */
export function AltRow({ editor, onClose }: AltRowProps) {
  const strings = useStrings().editor
  const { alt } = editor.getAttributes('picture')
  const apply = (typed: string) => {
    editor.commands.updateAttributes('picture', { alt: typed.trim() })
    onClose()
    return undefined
  }
  return (
    <AskRow
      label={strings.alt}
      value={typeof alt === 'string' ? alt : ''}
      dir="rtl"
      onApply={apply}
      onClose={onClose}
    />
  )
}
