import { isFileKind } from '#shared/fileKinds.ts'
import { FileField } from '../files/FileField.tsx'
import { useOwner } from '../files/owner.ts'
import type { InputProps } from './props.ts'

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
