import { useEffect, useId, useRef } from 'react'
import type { StoredFile } from '#shared/calls/files.ts'
import type { FileKind } from '#shared/fileKinds.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { FileDropzone } from './FileDropzone.tsx'
import { FileRows } from './FileRows.tsx'
import type { Owner } from './owner.ts'
import { useUploads } from './useUploads.ts'
import styles from './Files.module.css'

type FileFieldProps = {
  label: string
  /** What helps to fill it in. */
  more?: string | undefined
  /** The field that they are uploaded for: `caseFiles.pdf_file`. */
  use: string
  kinds: readonly FileKind[]
  value: readonly StoredFile[]
  onChange: (files: StoredFile[]) => void
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
  const { label, more, kinds, value, onBlur, max = 1, owner, required = false, disabled = false, error } = props
  const id = useId()
  const { uploads, onRemoved } = useFieldFiles({ ...props, max })
  // The record would not let go of it: only another one takes its place.
  const mustStay = ({ type }: StoredFile) => required && max === 1 && type === 'Permanent'
  const isFull = max > 1 && value.length + uploads.sendings.length >= max

  return (
    <div className={styles.field}>
      <span id={id}>
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </span>
      {!disabled && (
        <FileDropzone
          kinds={kinds}
          multiple={max > 1}
          disabled={isFull}
          labelledBy={id}
          describedBy={classes(more !== undefined && `${id}-more`, error !== undefined && `${id}-error`) || undefined}
          invalid={error !== undefined}
          onFiles={(files) => files.slice(0, max === 1 ? 1 : max - value.length).forEach(uploads.send)}
          onBlur={onBlur}
        />
      )}
      <Remarks {...{ id, more, isFull, max, error }} />
      <FileRows
        uploads={uploads}
        files={value}
        owner={owner}
        isRemovable={(file) => !disabled && !mustStay(file)}
        onRemoved={onRemoved}
      />
    </div>
  )
}

type Changes = Pick<FileFieldProps, 'use' | 'kinds' | 'value' | 'onChange' | 'onVersion'> & { max: number }

/** What changes the files of a field: one that arrives, and one that the server has let go of. */
function useFieldFiles({ use, kinds, value, onChange, onVersion, max }: Changes) {
  // Several may arrive before the form is drawn anew.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const change = (files: readonly StoredFile[]) => {
    latest.current = files
    onChange([...files])
  }
  const uploads = useUploads({
    use,
    kinds,
    onArrived: (file) => change(max === 1 ? [file] : [...latest.current, file].slice(0, max)),
  })
  const onRemoved = (file: StoredFile, version: number | undefined) => {
    change(latest.current.filter((kept) => kept.id !== file.id))
    if (version !== undefined) onVersion?.(version)
  }
  return { uploads, onRemoved }
}

type RemarksProps = Pick<FileFieldProps, 'more' | 'error'> & { id: string; isFull: boolean; max: number }

/** What is said under the place to drop files on. */
function Remarks({ id, more, isFull, max, error }: RemarksProps) {
  const t = useStrings().files
  return (
    <>
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
    </>
  )
}
