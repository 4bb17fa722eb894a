import type { KeptFile } from '#shared/calls/files.ts'
import { useStrings } from '#web/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { FileIcon } from './FileIcon.tsx'
import { FileRow } from './FileRow.tsx'
import type { Owner } from './owner.ts'
import type { Sending, Uploads } from './useUploads.ts'
import styles from './Files.module.css'

type Props = {
  uploads: Pick<Uploads, 'sendings' | 'again' | 'cancel'>
  files: readonly KeptFile[]
  owner: Owner | undefined
  isRemovable: (file: KeptFile) => boolean
  onRemoved: (file: KeptFile, version: number | undefined) => void
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
