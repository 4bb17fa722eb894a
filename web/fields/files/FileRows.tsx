import { useState } from 'react'
import type { FileInput, StoredFile } from '#shared/calls/files.ts'
import { fileSize } from '#shared/text/format/fileSize.ts'
import { post } from '#web/platform/api/client.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { showAnswer } from '#web/platform/toasts/toasts.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { openFile } from './FileButton.tsx'
import { FileIcon } from './FileIcon.tsx'
import type { Owner } from './owner.ts'
import type { Sending, Uploads } from './useUploads.ts'
import styles from './Files.module.css'

type Props = {
  uploads: Pick<Uploads, 'sendings' | 'again' | 'cancel'>
  files: readonly StoredFile[]
  owner: Owner | undefined
  isRemovable: (file: StoredFile) => boolean
  onRemoved: (file: StoredFile, version: number | undefined) => void
}

/** What is on its way, and under it what the server has. */
export function FileRows({ uploads: { sendings, again, cancel }, files, owner, isRemovable, onRemoved }: Props) {
  if (files.length + sendings.length === 0) return null
  return (
    <ul className={styles.files}>
      {sendings.map((sending) => (
        <SendingRow
          key={sending.key}
          sending={sending}
          onAgain={() => again(sending)}
          onCancel={() => cancel(sending)}
        />
      ))}
      {files.map((file) => (
        <FileRow
          key={file.id}
          file={file}
          owner={owner}
          removable={isRemovable(file)}
          onRemoved={(version) => onRemoved(file, version)}
        />
      ))}
    </ul>
  )
}

type RowProps = { sending: Sending; onAgain: () => void; onCancel: () => void }

function SendingRow({ sending: { file, part, problem, final = false }, onAgain, onCancel }: RowProps) {
  const t = useStrings().files
  return (
    <li className={styles.file}>
      <FileIcon mediaType={file.type} />
      <span className={styles.about}>
        <bdi className={styles.name}>{file.name}</bdi>
        {problem === undefined ? (
          <progress className={styles.bar} value={part} max={1} aria-label={t.uploading(file.name)} />
        ) : (
          <span role="alert" className={styles.problem}>
            {problem}
          </span>
        )}
      </span>
      {problem !== undefined && !final && <IconButton icon="refresh" label={t.retry(file.name)} onClick={onAgain} />}
      <IconButton icon="close" label={t.cancel(file.name)} onClick={onCancel} />
    </li>
  )
}

type FileRowProps = {
  file: StoredFile
  owner: Owner | undefined
  /** Whether it can be taken away. */
  removable: boolean
  /** It is gone from the server. */
  onRemoved: (version: number | undefined) => void
}

/** A file that the server has: opened in another tab, taken away after a question. */
function FileRow({ file, owner, removable, onRemoved }: FileRowProps) {
  const { files: t, actions } = useStrings()
  const about = askFor(file, owner)
  const { ask, question } = useRemoval(about, onRemoved)

  return (
    <li className={styles.file}>
      <FileIcon mediaType={file.media_type} />
      <span className={styles.about}>
        <bdi className={styles.name} title={file.name}>
          {file.name}
        </bdi>
        <span className={styles.quiet}>
          <bdi dir="ltr">{fileSize(file.size)}</bdi> · {file.type === 'Temp' ? t.temp : t.permanent}
        </span>
      </span>
      <IconButton icon="external" label={t.open(file.name)} onClick={() => void openFile(about)} />
      {removable && <IconButton icon="close" label={t.remove(file.name)} onClick={ask} />}
      <ConfirmDialog {...question} danger title={t.removeTitle} cancelLabel={actions.cancel} confirmLabel={actions.yes}>
        {t.removeMore(file.name)}
      </ConfirmDialog>
    </li>
  )
}

/** Takes a file away on the server, after somebody says that he is sure. */
function useRemoval(about: FileInput, onRemoved: FileRowProps['onRemoved']) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    const answer = await post('files/delete', about)
    setBusy(false)
    setAsking(false)
    // What the server still has stays in the form.
    if (answer.Status === 'error') showAnswer(answer)
    else onRemoved(answer.data?.version)
  }
  const question = { opened: asking, busy, onCancel: () => setAsking(false), onConfirm: () => void remove() }
  return { ask: () => setAsking(true), question }
}

function askFor({ id, type }: StoredFile, owner: Owner | undefined): FileInput {
  if (type === 'Temp' || !owner) return { id }
  const { resource, row, version } = owner
  return { id, resource, row, ...(version !== undefined && { version }) }
}
