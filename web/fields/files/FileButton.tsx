import type { FileInput, StoredFile } from '#shared/calls/files.ts'
import { fileSize } from '#shared/text/format/fileSize.ts'
import { post } from '#web/platform/api/client.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { showAnswer } from '#web/platform/toasts/toasts.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Unseen } from '#web/ui/Text.tsx'
import { FileIcon } from './FileIcon.tsx'
import styles from './Files.module.css'

export type InRecord = { resource: string; row: number }

/** A file where its record is read: opened in another tab. */
export function FileButton({ file, record }: { file: StoredFile; record: InRecord }) {
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

/** Shows a file in a tab of its own. The tab is opened by the click itself, or the browser would not let it open. */
export async function openFile(about: FileInput) {
  const tab = window.open('about:blank', '_blank')
  const answer = await post('files/link', about)
  if (answer.Status === 'error') {
    tab?.close()
    showAnswer(answer)
    return
  }
  if (!tab) return
  tab.opener = null
  tab.location.replace(answer.data.link)
}
