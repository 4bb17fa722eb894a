import { fileKinds } from '#shared/fileKinds.ts'
import styles from './Files.module.css'

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
