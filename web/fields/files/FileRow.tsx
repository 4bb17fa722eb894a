import { useState } from 'react'
import type { FileInput, KeptFile } from '#shared/calls/files.ts'
import { fileSize } from '#shared/text/fileSize.ts'
import { post } from '#web/api/client.ts'
import { showAnswer } from '#web/shell/toasts.ts'
import { useStrings } from '#web/strings/strings.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { FileIcon } from './FileIcon.tsx'
import { openFile } from './openFile.ts'
import type { Owner } from './owner.ts'
import styles from './Files.module.css'

type Props = {
  file: KeptFile
  owner: Owner | undefined
  /** Whether it can be taken away. */
  removable: boolean
  /** It is gone from the server. */
  onRemoved: (version: number | undefined) => void
}

/** A file that the server has: opened in another tab, taken away after a question. */
export function FileRow({ file, owner, removable, onRemoved }: Props) {
  const { files: t, acts } = useStrings()
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
      <ConfirmDialog {...question} danger title={t.removeTitle} cancelLabel={acts.cancel} confirmLabel={acts.yes}>
        {t.removeMore(file.name)}
      </ConfirmDialog>
    </li>
  )
}

/** Takes a file away on the server, after somebody says that he is sure. */
function useRemoval(about: FileInput, onRemoved: Props['onRemoved']) {
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

function askFor({ id, type }: KeptFile, owner: Owner | undefined): FileInput {
  if (type === 'Temp' || !owner) return { id }
  const { resource, row, version } = owner
  return { id, resource, row, ...(version !== undefined && { version }) }
}
