import { useState } from 'react'
import type { FileInput, StoredFile } from '#shared/calls/files.ts'
import { fileSize } from '#shared/text/format/fileSize.ts'
import { isolate } from '#shared/text/format/isolate.ts'
import { post } from '#web/platform/api/client.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { showAnswer } from '#web/platform/toasts/toasts.tsx'
import { useSingleRun } from '#web/platform/useSingleRun.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { FreeText, Isolated } from '#web/ui/Text.tsx'
import { openFile, FileIcon } from './FileButton.tsx'
import type { Owner } from './owner.ts'
import type { PendingUpload, Uploads } from './useUploads.ts'
import rowStyles from '#web/ui/FileRow.module.css'
import styles from './Files.module.css'

type Props = {
  uploads: Pick<Uploads, 'pending' | 'retry' | 'cancel'>
  files: readonly StoredFile[]
  owner: Owner | undefined
  isRemovable: (file: StoredFile) => boolean
  onRemoved: (file: StoredFile, version: number | undefined) => void
  /** Called when the user has removed a file or cancelled an upload: its button, which has the focus, is gone. */
  onGone: () => void
}

/** Pending uploads, followed by the stored files. */
export function FileRows({ uploads, files, owner, isRemovable, onRemoved, onGone }: Props) {
  const { pending, retry, cancel } = uploads
  if (files.length + pending.length === 0) return null
  return (
    <ul className={styles.files}>
      {pending.map((upload) => (
        <UploadRow
          key={upload.key}
          upload={upload}
          onRetry={() => retry(upload)}
          onCancel={() => {
            cancel(upload)
            onGone()
          }}
        />
      ))}
      {files.map((file) => (
        <FileRow
          key={file.id}
          file={file}
          owner={owner}
          removable={isRemovable(file)}
          onRemoved={(version) => {
            onRemoved(file, version)
            onGone()
          }}
        />
      ))}
    </ul>
  )
}

type UploadRowProps = { upload: PendingUpload; onRetry: () => void; onCancel: () => void }

function UploadRow({ upload: { file, progress, problem, final = false }, onRetry, onCancel }: UploadRowProps) {
  const strings = useStrings().files
  return (
    <li className={styles.file}>
      <FileIcon mediaType={file.type} />
      <span className={rowStyles.about}>
        <bdi className={rowStyles.name}>
          <FreeText>{file.name}</FreeText>
        </bdi>
        {problem === undefined ? (
          <progress className={rowStyles.bar} value={progress} max={1} aria-label={strings.uploading(file.name)} />
        ) : (
          <span role="alert" className={styles.problem}>
            <Isolated>{problem}</Isolated>
          </span>
        )}
      </span>
      {problem !== undefined && !final && (
        <IconButton icon="refresh" label={strings.retry(file.name)} onClick={onRetry} />
      )}
      <IconButton icon="close" label={strings.cancel(file.name)} onClick={onCancel} />
    </li>
  )
}

type FileRowProps = {
  file: StoredFile
  owner: Owner | undefined
  /** Whether the user can delete it. */
  removable: boolean
  /** Called when the server has deleted it. */
  onRemoved: (version: number | undefined) => void
}

/** A file on the server: opens in a new tab, is deleted after a confirmation. */
function FileRow({ file, owner, removable, onRemoved }: FileRowProps) {
  const { files: strings, actions } = useStrings()
  const input = fileInput(file, owner)
  const { ask, confirmation } = useRemoval(input, onRemoved)

  return (
    <li className={styles.file}>
      <FileIcon mediaType={file.media_type} />
      <span className={rowStyles.about}>
        <bdi className={rowStyles.name} title={isolate(file.name)}>
          <FreeText>{file.name}</FreeText>
        </bdi>
        <span className={rowStyles.quiet}>
          <bdi dir="ltr">{fileSize(file.size)}</bdi> · {file.type === 'Temp' ? strings.temp : strings.permanent}
        </span>
      </span>
      <IconButton icon="external" label={strings.open(file.name)} onClick={() => void openFile(input)} />
      {removable && <IconButton icon="close" label={strings.remove(file.name)} onClick={ask} />}
      <ConfirmDialog
        {...confirmation}
        danger
        title={strings.removeTitle}
        cancelLabel={actions.cancel}
        confirmLabel={actions.yes}
      >
        {strings.removeMore(file.name)}
      </ConfirmDialog>
    </li>
  )
}

/** Deletes a file on the server after a confirmation. */
function useRemoval(input: FileInput, onRemoved: FileRowProps['onRemoved']) {
  const [isAsking, setIsAsking] = useState(false)
  const { isRunning, runOnce } = useSingleRun()
  const remove = async () => {
    const answer = await post('files/delete', input, { isSave: true })
    setIsAsking(false)
    // A file that was not deleted stays in the form.
    if (answer.Status === 'error') showAnswer(answer)
    else onRemoved(answer.data?.version)
  }
  const confirmation = {
    opened: isAsking,
    busy: isRunning,
    onCancel: () => setIsAsking(false),
    onConfirm: () => void runOnce(remove),
  }
  return { ask: () => setIsAsking(true), confirmation }
}

function fileInput({ id, type }: StoredFile, owner: Owner | undefined): FileInput {
  if (type === 'Temp' || !owner) return { id }
  const { resource, row, version } = owner
  return { id, resource, row, ...(version !== undefined && { version }) }
}
