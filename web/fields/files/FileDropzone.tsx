import { Dropzone } from '@mantine/dropzone'
import { useRef } from 'react'
import { type FileKind, fileKinds } from '#shared/fileKinds.ts'
import { fileSize } from '#shared/text/format/fileSize.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Isolated } from '#web/ui/Text.tsx'
import { kindNames } from './useUploads.ts'
import rowStyles from '#web/ui/FileRow.module.css'
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

/** A button and drop area for files. It accepts every file: the row of a file shows what is wrong with it. */
export function FileDropzone(props: Props) {
  const { kinds, multiple, disabled, labelledBy, describedBy, invalid, onFiles, onBlur } = props
  const t = useStrings().files
  const open = useRef<() => void>(null)
  const largest = Math.max(...kinds.map((kind) => fileKinds[kind].max_bytes))
  const accept = kinds.flatMap((kind) => fileKinds[kind].extensions.map((extension) => `.${extension}`)).join(',')
  return (
    <Dropzone
      unstyled
      className={styles.dropzone ?? ''}
      activateOnClick={false}
      activateOnKeyboard={false}
      openRef={open}
      multiple={multiple}
      // Keeps dragging text between fields possible.
      preventDropOnDocument={false}
      inputProps={{ accept, hidden: true }}
      onDrop={(files) => {
        if (!disabled) onFiles(files)
      }}
    >
      <button
        type="button"
        className={classes(styles.zone, invalid && styles.invalid)}
        disabled={disabled}
        aria-labelledby={`${labelledBy} ${labelledBy}-action ${labelledBy}-kinds`}
        aria-describedby={describedBy}
        onClick={() => open.current?.()}
        onBlur={onBlur}
      >
        <Icon name="arrow-up-circle" />
        <span id={`${labelledBy}-action`}>{t.drop}</span>
        <span id={`${labelledBy}-kinds`} className={rowStyles.quiet}>
          <Isolated>{t.accepts(kindNames(kinds), fileSize(largest))}</Isolated>
        </span>
      </button>
    </Dropzone>
  )
}
