import type { FileInput, StoredFile } from '#shared/calls/files.ts'
import { fileSize } from '#shared/text/format/fileSize.ts'
import { isolate } from '#shared/text/format/isolate.ts'
import { fileKinds } from '#shared/fileKinds.ts'
import { post } from '#web/platform/api/client.ts'
import { openTab } from '#web/platform/navigation/links.tsx'
import { useStrings } from '#web/platform/strings/strings.ts'
import { showAnswer } from '#web/platform/toasts/toasts.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { FreeText, VisuallyHidden } from '#web/ui/Text.tsx'
import rowStyles from '#web/ui/FileRow.module.css'
import styles from './Files.module.css'

export type RecordOfFile = { resource: string; row: number }

/** A file of a read-only record; a click opens it in a new tab. */
export function FileButton({ file, record }: { file: StoredFile; record: RecordOfFile }) {
  const { files: strings } = useStrings()
  return (
    <button type="button" className={styles.opener} onClick={() => void openFile({ id: file.id, ...record })}>
      <FileIcon mediaType={file.media_type} />
      <span className={rowStyles.about}>
        {/* Read out before the name and the size that are shown. */}
        <VisuallyHidden>{strings.open('')}</VisuallyHidden>
        <bdi className={rowStyles.name} title={isolate(file.name)}>
          <FreeText>{file.name}</FreeText>
        </bdi>{' '}
        <bdi dir="ltr" className={rowStyles.quiet}>
          {fileSize(file.size)}
        </bdi>
      </span>
      <Icon name="external" size={18} />
    </button>
  )
}

/** Opens a file in a new tab. */
export async function openFile(input: FileInput) {
  const tab = openTab()
  const answer = await post('files/link', input)
  if (answer.Status === 'error') {
    tab.close()
    showAnswer(answer)
    return
  }
  tab.show(answer.data.link)
}

/** The abbreviation and the CSS class of each file kind. */
const icons: Record<string, [letters: string, className: string | undefined]> = {
  [fileKinds.pdf.media_type]: ['PDF', styles.pdf],
  [fileKinds.docx.media_type]: ['DOC', styles.docx],
  [fileKinds.xlsx.media_type]: ['XLS', styles.xlsx],
}

/** A decorative icon for a file; its name is shown as text next to it. */
export function FileIcon({ mediaType }: { mediaType: string }) {
  const [letters, className] = icons[mediaType] ?? ['', styles.picture]
  return (
    <svg className={className} width="34" height="40" viewBox="0 0 34 40" aria-hidden="true" focusable="false">
      <path className={styles.sheet} d="M5 1h16l9 9v26a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3z" />
      <path className={styles.fold} d="M21 1v6a3 3 0 0 0 3 3h6" />
      {letters === '' ? (
        <path className={styles.fold} d="M7 31l6-8 4 5 3-3 6 6z" />
      ) : (
        <text className={styles.letters} x="16" y="29" textAnchor="middle">
          {letters}
        </text>
      )}
    </svg>
  )
}
