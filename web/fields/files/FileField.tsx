import { useEffect, useId, useRef } from 'react'
import type { KeptFile } from '#shared/calls/files.ts'
import type { FileKind } from '#shared/fileKinds.ts'
import { useStrings } from '#web/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Dropzone } from './Dropzone.tsx'
import { FileIcon } from './FileIcon.tsx'
import { FileRow } from './FileRow.tsx'
import type { Owner } from './owner.ts'
import { type Sending, useUploads } from './useUploads.ts'
import styles from './Files.module.css'

export type FileFieldProps = {
  label: string
  /** What helps to fill it in. */
  more?: string | undefined
  /** The field that they are uploaded for: `caseFiles.pdf_file`. */
  use: string
  kinds: readonly FileKind[]
  value: readonly KeptFile[]
  onChange: (files: KeptFile[]) => void
  onBlur?: () => void
  /** How many there may be; one when absent. A new one takes the place of the only one. */
  max?: number
  /** The record, once there is one. */
  owner?: Owner | undefined
  /** A saved file was taken away, so the record has another version now. */
  onVersion?: ((version: number) => void) | undefined
  required?: boolean
  disabled?: boolean
  error?: string | undefined
}

/** The files of a field: chosen or dropped, sent at once, kept with the record. */
export function FileField(props: FileFieldProps) {
  const { label, more, use, kinds, value, onChange, onBlur, max = 1, owner, onVersion } = props
  const { required = false, disabled = false, error } = props
  const t = useStrings().files
  const id = useId()
  // Several may arrive before the form is drawn anew.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const change = (files: readonly KeptFile[]) => {
    latest.current = files
    onChange([...files])
  }
  const { sendings, send, again, cancel } = useUploads({
    use,
    kinds,
    onArrived: (file) => change(max === 1 ? [file] : [...latest.current, file].slice(0, max)),
  })
  // The record would not let go of it: only another one takes its place.
  const mustStay = ({ type }: KeptFile) => required && max === 1 && type === 'Permanent'
  const isFull = max > 1 && value.length + sendings.length >= max

  return (
    <div className={styles.field}>
      <span id={id}>
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </span>
      {!disabled && (
        <Dropzone
          kinds={kinds}
          multiple={max > 1}
          disabled={isFull}
          labelledBy={id}
          describedBy={classes(more !== undefined && `${id}-more`, error !== undefined && `${id}-error`) || undefined}
          invalid={error !== undefined}
          onFiles={(files) => files.slice(0, max === 1 ? 1 : max - value.length).forEach(send)}
          onBlur={onBlur}
        />
      )}
      {more !== undefined && (
        <span id={`${id}-more`} className={styles.quiet}>
          {more}
        </span>
      )}
      {isFull && <span className={styles.quiet}>{t.tooMany(max)}</span>}
      {error !== undefined && (
        <span id={`${id}-error`} role="alert" className={styles.problem}>
          {error}
        </span>
      )}
      {value.length + sendings.length > 0 && (
        <ul className={styles.files}>
          {sendings.map((sending) => (
            <SendingRow
              key={sending.key}
              sending={sending}
              onAgain={() => again(sending)}
              onCancel={() => cancel(sending)}
            />
          ))}
          {value.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              owner={owner}
              removable={!disabled && !mustStay(file)}
              onRemoved={(version) => {
                change(latest.current.filter((kept) => kept.id !== file.id))
                if (version !== undefined) onVersion?.(version)
              }}
            />
          ))}
        </ul>
      )}
    </div>
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
