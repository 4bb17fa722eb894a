import { type DragEvent, type Ref, useRef, useState } from 'react'
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
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (!disabled && files.length > 0) onFiles(multiple ? files : files.slice(0, 1))
  }
  const { isOver, dropping } = useDropping(disabled, take)
  const largest = Math.max(...kinds.map((kind) => fileKinds[kind].max_bytes))

  return (
    <>
      <button
        type="button"
        className={classes(styles.zone, isOver && styles.over, invalid && styles.invalid)}
        disabled={disabled}
        aria-labelledby={`${labelledBy} ${labelledBy}-act ${labelledBy}-kinds`}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
        onBlur={onBlur}
        {...dropping}
      >
        <Icon name="arrow-up-circle" />
        <span id={`${labelledBy}-act`}>{t.drop}</span>
        <span id={`${labelledBy}-kinds`} className={styles.quiet}>
          {t.accepts(inOnePiece(namesOf(kinds)), inOnePiece(fileSize(largest)))}
        </span>
      </button>
      <Chooser ref={input} kinds={kinds} multiple={multiple} onChosen={take} />
    </>
  )
}

/** Whether something is held over the place, and what the place listens to. */
function useDropping(disabled: boolean, onDropped: (files: FileList) => void) {
  const [isOver, setOver] = useState(false)
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(over && !disabled)
  }
  const dropping = {
    onDragEnter: drag(true),
    onDragOver: drag(true),
    onDragLeave: drag(false),
    onDrop: (event: DragEvent) => {
      drag(false)(event)
      onDropped(event.dataTransfer.files)
    },
  }
  return { isOver, dropping }
}

type ChooserProps = Pick<Props, 'kinds' | 'multiple'> & {
  ref: Ref<HTMLInputElement>
  onChosen: (files: FileList | null) => void
}

/** The browser's own way to choose files, which the button opens. */
function Chooser({ ref, kinds, multiple, onChosen }: ChooserProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      multiple={multiple}
      accept={kinds.flatMap((kind) => fileKinds[kind].endings.map((ending) => `.${ending}`)).join(',')}
      onChange={(event) => {
        onChosen(event.target.files)
        // The same file may be chosen once more.
        event.target.value = ''
      }}
    />
  )
}
