import { type DragEvent, useRef, useState } from 'react'
import { type FileKind, fileKinds } from '#shared/fileKinds.ts'
import { fileSize } from '#shared/text/fileSize.ts'
import { useStrings } from '#web/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icons.tsx'
import { inOnePiece, namesOf } from './useUploads.ts'
import styles from './Files.module.css'

type Props = {
  kinds: readonly FileKind[]
  multiple: boolean
  disabled: boolean
  labelledBy: string
  describedBy?: string | undefined
  invalid: boolean
  onFiles: (files: File[]) => void
  onBlur?: (() => void) | undefined
}

/** A button to choose files by, on which they can be dropped as well. */
export function Dropzone(props: Props) {
  const { kinds, multiple, disabled, labelledBy, describedBy, invalid, onFiles, onBlur } = props
  const t = useStrings().files
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (!disabled && files.length > 0) onFiles(multiple ? files : files.slice(0, 1))
  }
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isOver && !disabled)
  }
  const largest = Math.max(...kinds.map((kind) => fileKinds[kind].max_bytes))

  return (
    <>
      <button
        type="button"
        className={classes(styles.zone, over && styles.over, invalid && styles.invalid)}
        disabled={disabled}
        aria-labelledby={`${labelledBy} ${labelledBy}-act ${labelledBy}-kinds`}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
        onBlur={onBlur}
        onDragEnter={drag(true)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event)
          take(event.dataTransfer.files)
        }}
      >
        <Icon name="arrow-up-circle" />
        <span id={`${labelledBy}-act`}>{t.drop}</span>
        <span id={`${labelledBy}-kinds`} className={styles.quiet}>
          {t.accepts(inOnePiece(namesOf(kinds)), inOnePiece(fileSize(largest)))}
        </span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={kinds.flatMap((kind) => fileKinds[kind].endings.map((ending) => `.${ending}`)).join(',')}
        onChange={(event) => {
          take(event.target.files)
          // The same file may be chosen once more.
          event.target.value = ''
        }}
      />
    </>
  )
}
