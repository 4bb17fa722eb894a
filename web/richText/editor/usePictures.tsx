import type { Editor } from '@tiptap/core'
import { Selection, type Transaction } from '@tiptap/pm/state'
import { type ClipboardEvent, type DragEvent, type SyntheticEvent, useState } from 'react'
import { fileKinds, pictureKinds } from '#shared/fileKinds.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { showToast } from '#web/platform/toasts/toasts.tsx'
import { upload, usePendingUpload } from '#web/platform/upload/upload.ts'
import { sanitizeRichText } from '#web/richText/sanitizer.ts'
import { AskRow } from './AskRow.tsx'
import { withoutStyles } from './cleanPastedRichText.ts'
import styles from './Editor.module.css'
import { editorStrings } from '#web/platform/strings/editorStrings.ts'

const kinds = pictureKinds.map((kind) => fileKinds[kind])
const pictureTypes: readonly string[] = kinds.map(({ media_type }) => media_type)

/**
 * Uploads pictures and inserts them into the text. `uploadField` is the field to upload for; without one there are no
 * pictures.
 */
export function usePictures(uploadField: string | undefined) {
  const { files: strings } = useStrings()
  const { progress, problem, setProblem, uploadAndInsert } = usePictureUpload(uploadField)

  /** Uploads the pictures of an event to the place that `select` selects. */
  const takeFiles = (editor: Editor, event: SyntheticEvent, data: DataTransfer, select: () => void) => {
    const files = [...data.files]
    // The cells of a spreadsheet come with a picture of them.
    if (files.length === 0 || (editor.isEditable && hasText(data))) return
    // A browser opens a dropped file in place of the page.
    event.preventDefault()
    if (!editor.isEditable || uploadField === undefined) return
    const pictures = files.filter(({ type }) => pictureTypes.includes(type))
    if (pictures.length === 0) {
      setProblem(strings.wrongKind(kinds.map(({ name }) => name).join(', ')))
      return
    }
    select()
    void uploadAll(pictures, editor)
  }
  const uploadAll = async (pictures: readonly File[], editor: Editor) => {
    const place = followPlace(editor)
    for (const picture of pictures) await uploadAndInsert(picture, place)
    place.release()
  }
  /** For the element around the text: pasted and dropped files. */
  const filesInto = (editor: Editor) => ({
    onPasteCapture: (event: ClipboardEvent) =>
      takeFiles(editor, event, event.clipboardData, () => editor.commands.deleteSelection()),
    onDropCapture: (event: DragEvent) => takeFiles(editor, event, event.dataTransfer, () => selectAt(editor, event)),
  })
  /** Opens the file dialog, unless a picture is selected; calls `onDone` when one is selected. */
  const choose = (editor: Editor, onDone: () => void) => {
    if (editor.isActive('picture')) {
      onDone()
      return
    }
    chooseFile((file) => {
      const place = followPlace(editor)
      void uploadAndInsert(file, place).then((position) => {
        place.release()
        if (position === undefined) return
        editor.commands.setNodeSelection(position)
        onDone()
      })
    })
  }
  return { progress, problem, filesInto, choose }
}

/** Whether a paste or a drop brings text with its files. */
function hasText(data: DataTransfer): boolean {
  const html = data.getData('text/html')
  return html !== '' && sanitizeRichText(withoutStyles(html)).textContent.trim() !== ''
}

function selectAt({ state, view }: Editor, { clientX, clientY }: DragEvent) {
  const at = view.posAtCoords({ left: clientX, top: clientY })
  if (at) view.dispatch(state.tr.setSelection(Selection.near(state.doc.resolve(at.pos))))
  view.focus()
}

type UploadedPicture = { file: string; link: string }
type Place = ReturnType<typeof followPlace>

/** The place behind the selection of now, which moves with the text: an upload takes its time. */
function followPlace(editor: Editor) {
  let position = editor.state.selection.to
  const follow = (event: { transaction: Transaction; appendedTransactions: readonly Transaction[] }) => {
    for (const { mapping } of [event.transaction, ...event.appendedTransactions]) position = mapping.map(position, -1)
  }
  editor.on('transaction', follow)
  return {
    /** Returns the position of the picture; the next one comes behind it. */
    insert(picture: UploadedPicture): number {
      const at = Selection.near(editor.state.doc.resolve(position)).from
      editor.commands.insertPicture({ ...picture, alt: '', at })
      position = at + 1
      return at
    },
    release: () => editor.off('transaction', follow),
  }
}

/** The upload of one picture: its progress, and the error of the last one. */
function usePictureUpload(uploadField: string | undefined) {
  const strings = editorStrings[useLanguage()]
  const [progress, setProgress] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const trackPending = usePendingUpload()

  const uploadPicture = async (file: File, place: Place) => {
    setProgress(0)
    setProblem(undefined)
    const answer = await upload({ file, use: uploadField ?? '', onProgress: setProgress })
    setProgress(undefined)
    if (answer.Status === 'error') {
      setProblem(Object.values(answer.payload.errors).flat()[0] ?? answer.Message)
      showToast('bad', strings.uploadFailed)
      return undefined
    }
    const { id, link } = answer.data
    return place.insert({ file: String(id), link })
  }
  /** Resolves to the position of the picture in the text; undefined when it could not be uploaded. */
  const uploadAndInsert = (file: File, place: Place) => trackPending(uploadPicture(file, place))

  return { progress, problem, setProblem, uploadAndInsert }
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
  const strings = editorStrings[useLanguage()]
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
  const strings = editorStrings[useLanguage()]
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
