import { Input } from '@mantine/core'
import { type Ref, useEffect, useId, useRef } from 'react'
import { Dropzone } from '@mantine/dropzone'
import type { StoredFile } from '#shared/calls/files.ts'
import { type FileKind, fileKinds, isFileKind } from '#shared/fileKinds.ts'
import { fileSize } from '#shared/text/format/fileSize.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { Isolated } from '#web/ui/Text.tsx'
import { Icon } from '#web/ui/icons.tsx'
import type { InputProps } from '#web/fields/inputs/props.ts'
import { FileRows } from './FileRows.tsx'
import { type Owner, useOwner } from './owner.ts'
import { useUploads, kindNames } from './useUploads.ts'
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
  /** The file that the record has stored: it comes back when one that would replace it is removed. */
  stored?: StoredFile | undefined
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
function FileField(props: FileFieldProps) {
  const { label, hint, kinds, value, onBlur, max = 1, owner, required = false, disabled = false, error } = props
  const id = useId()
  const { uploads, onRemoved } = useFieldFiles({ ...props, max })
  const zone = useRef<HTMLButtonElement>(null)
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
          buttonRef={zone}
        />
      )}
      <Hints {...{ id, hint, isFull, max, error }} />
      <FileRows
        uploads={uploads}
        onGone={() => zone.current?.focus()}
        files={value}
        owner={owner}
        isRemovable={(file) => !disabled && !isUndeletable(file)}
        onRemoved={onRemoved}
      />
    </div>
  )
}

type Changes = Pick<FileFieldProps, 'use' | 'kinds' | 'value' | 'stored' | 'onChange' | 'onVersion'> & { max: number }

/** Updates the files of a field when an upload succeeds or a file is deleted. */
function useFieldFiles({ use, kinds, value, stored, onChange, onVersion, max }: Changes) {
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
    isSingle: max === 1,
    onUploaded: (file) => change(max === 1 ? [file] : [...latest.current, file].slice(0, max)),
  })
  const onRemoved = (file: StoredFile, version: number | undefined) => {
    const isReplacement = max === 1 && stored !== undefined && stored.id !== file.id
    change(isReplacement ? [stored] : latest.current.filter((one) => one.id !== file.id))
    if (version !== undefined) onVersion?.(version)
  }
  return { uploads, onRemoved }
}

type HintsProps = Pick<FileFieldProps, 'hint' | 'error'> & { id: string; isFull: boolean; max: number }

/** The hints and the error below the drop area. */
function Hints({ id, hint, isFull, max, error }: HintsProps) {
  const strings = useStrings().files
  return (
    <>
      {hint !== undefined && (
        <span id={`${id}-more`} className={rowStyles.quiet}>
          {hint}
        </span>
      )}
      {isFull && <span className={rowStyles.quiet}>{strings.tooMany(max)}</span>}
      {error !== undefined && (
        <span id={`${id}-error`} role="alert" className={styles.problem}>
          <Isolated>{error}</Isolated>
        </span>
      )}
    </>
  )
}

type Props = {
  kinds: readonly FileKind[]
  multiple: boolean
  disabled: boolean
  labelledBy: string
  describedBy?: string | undefined
  invalid: boolean
  onFiles: (files: File[]) => void
  onBlur?: (() => void) | undefined
  buttonRef: Ref<HTMLButtonElement>
}

/** A button and drop area for files. It accepts every file: the row of a file shows what is wrong with it. */
function FileDropzone(props: Props) {
  const { kinds, multiple, disabled, labelledBy, describedBy, invalid, onFiles, onBlur, buttonRef } = props
  const strings = useStrings().files
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
        ref={buttonRef}
        type="button"
        className={classes(styles.zone, invalid && styles.invalid)}
        disabled={disabled}
        aria-labelledby={`${labelledBy} ${labelledBy}-action ${labelledBy}-kinds`}
        aria-describedby={describedBy}
        onClick={() => open.current?.()}
        onBlur={onBlur}
      >
        <Icon name="arrow-up-circle" />
        <span id={`${labelledBy}-action`}>{strings.drop}</span>
        <span id={`${labelledBy}-kinds`} className={rowStyles.quiet}>
          <Isolated>{strings.accepts(kindNames(kinds), fileSize(largest))}</Isolated>
        </span>
      </button>
    </Dropzone>
  )
}

/** One file of a record. */
export function FileInput(props: InputProps<'file'>) {
  const { field, name, resource, value, onChange, onBlur, language, required, disabled, readOnly, error } = props
  const owner = useOwner()
  return (
    <FileField
      label={field.label[language]}
      hint={field.subText?.[language]}
      use={`${resource.name}.${name.replace(/\.\d+\./, '.')}`}
      kinds={field.accepts.filter(isFileKind)}
      value={value === null ? [] : [value]}
      stored={(owner?.stored[name] as StoredFile | null | undefined) ?? undefined}
      onChange={([file]) => onChange(file ?? null)}
      onBlur={onBlur}
      owner={owner}
      onVersion={(version) => owner?.onFileDeleted(name, version)}
      required={required}
      disabled={disabled || readOnly}
      error={error}
    />
  )
}
