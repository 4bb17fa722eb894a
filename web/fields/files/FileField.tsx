import { Input } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import type { StoredFile } from '#shared/calls/files.ts'
import type { FileKind } from '#shared/fileKinds.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { Isolated } from '#web/ui/Text.tsx'
import { FileDropzone } from './FileDropzone.tsx'
import { FileRows } from './FileRows.tsx'
import type { Owner } from './owner.ts'
import { useUploads } from './useUploads.ts'
import rowStyles from '#web/ui/FileRow.module.css'
import styles from './Files.module.css'

type FileFieldProps = {
  label: string
  /** A hint below the field. */
  hint?: string | undefined
  /** The field that the files are uploaded for: `caseFiles.pdf_file`. */
  use: string
  kinds: readonly FileKind[]
  value: readonly StoredFile[]
  onChange: (files: StoredFile[]) => void
  onBlur?: () => void
  /** The maximum number of files; default 1, where a new file replaces the old one. */
  max?: number
  /** The stored record that owns the files; undefined for a new record. */
  owner?: Owner | undefined
  /** A stored file was deleted, which gave the record a new version. */
  onVersion?: ((version: number) => void) | undefined
  required?: boolean
  disabled?: boolean
  error?: string | undefined
}

/** The files of a field: chosen or dropped, uploaded immediately, claimed when the record is saved. */
export function FileField(props: FileFieldProps) {
  const { label, hint, kinds, value, onBlur, max = 1, owner, required = false, disabled = false, error } = props
  const id = useId()
  const { uploads, onRemoved } = useFieldFiles({ ...props, max })
  // The only file of a required field cannot be deleted, only replaced.
  const isUndeletable = ({ type }: StoredFile) => required && max === 1 && type === 'Permanent'
  const isFull = max > 1 && value.length + uploads.pending.length >= max

  return (
    <div className={styles.field}>
      <Input.Label labelElement="div" id={id} required={required}>
        {label}
      </Input.Label>
      {!disabled && (
        <FileDropzone
          kinds={kinds}
          multiple={max > 1}
          disabled={isFull}
          labelledBy={id}
          describedBy={classes(hint !== undefined && `${id}-more`, error !== undefined && `${id}-error`) || undefined}
          invalid={error !== undefined}
          onFiles={(files) => files.slice(0, max === 1 ? 1 : max - value.length).forEach(uploads.start)}
          onBlur={onBlur}
        />
      )}
      <Hints {...{ id, hint, isFull, max, error }} />
      <FileRows
        uploads={uploads}
        files={value}
        owner={owner}
        isRemovable={(file) => !disabled && !isUndeletable(file)}
        onRemoved={onRemoved}
      />
    </div>
  )
}

type Changes = Pick<FileFieldProps, 'use' | 'kinds' | 'value' | 'onChange' | 'onVersion'> & { max: number }

/** Updates the files of a field when an upload succeeds or a file is deleted. */
function useFieldFiles({ use, kinds, value, onChange, onVersion, max }: Changes) {
  // Several uploads may succeed before the next render.
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
    onUploaded: (file) => change(max === 1 ? [file] : [...latest.current, file].slice(0, max)),
  })
  const onRemoved = (file: StoredFile, version: number | undefined) => {
    change(latest.current.filter((one) => one.id !== file.id))
    if (version !== undefined) onVersion?.(version)
  }
  return { uploads, onRemoved }
}

type HintsProps = Pick<FileFieldProps, 'hint' | 'error'> & { id: string; isFull: boolean; max: number }

/** The hints and the error below the drop area. */
function Hints({ id, hint, isFull, max, error }: HintsProps) {
  const t = useStrings().files
  return (
    <>
      {hint !== undefined && (
        <span id={`${id}-more`} className={rowStyles.quiet}>
          {hint}
        </span>
      )}
      {isFull && <span className={rowStyles.quiet}>{t.tooMany(max)}</span>}
      {error !== undefined && (
        <span id={`${id}-error`} role="alert" className={styles.problem}>
          <Isolated>{error}</Isolated>
        </span>
      )}
    </>
  )
}
