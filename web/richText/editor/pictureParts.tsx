import type { Editor } from '@tiptap/core'
import { useStrings } from '#web/platform/strings/strings.ts'
import { AskRow } from './AskRow.tsx'
import type { usePictures } from './usePictures.ts'
import styles from './Editor.module.css'

type UploadStatusProps = Pick<ReturnType<typeof usePictures>, 'progress' | 'problem'>

/** The progress of a picture upload, and its error. */
export function UploadStatus({ progress, problem }: UploadStatusProps) {
  const t = useStrings().editor
  return (
    <>
      {progress !== undefined && (
        <p role="status" className={styles.status}>
          {t.uploading(Math.floor(progress * 100))}
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
  const t = useStrings().editor
  const { alt } = editor.getAttributes('picture')
  const apply = (typed: string) => {
    editor.commands.updateAttributes('picture', { alt: typed.trim() })
    onClose()
    return undefined
  }
  return <AskRow label={t.alt} value={typeof alt === 'string' ? alt : ''} dir="rtl" onApply={apply} onClose={onClose} />
}
