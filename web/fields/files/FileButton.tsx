import type { KeptFile } from '#shared/calls/files.ts'
import { fileSize } from '#shared/text/fileSize.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Unseen } from '#web/ui/Text.tsx'
import { FileIcon } from './FileIcon.tsx'
import { openFile } from './openFile.ts'
import styles from './Files.module.css'

export type InRecord = { resource: string; row: number }

/** A file where its record is read: opened in another tab. */
export function FileButton({ file, record }: { file: KeptFile; record: InRecord }) {
  const { files: t } = useStrings()
  return (
    <button type="button" className={styles.opener} onClick={() => void openFile({ id: file.id, ...record })}>
      <FileIcon mediaType={file.media_type} />
      <span className={styles.about}>
        <Unseen>{t.open(file.name)}</Unseen>
        <bdi className={styles.name} title={file.name} aria-hidden="true">
          {file.name}
        </bdi>{' '}
        <bdi dir="ltr" className={styles.quiet}>
          {fileSize(file.size)}
        </bdi>
      </span>
      <Icon name="external" size={18} />
    </button>
  )
}
