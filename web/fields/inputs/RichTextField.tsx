import { Input } from '@mantine/core'
import { useId, useState } from 'react'
import { RichText } from '#web/editor/RichText.tsx'
import { useStrings } from '#web/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { CleanHtml } from '#web/viewer/CleanHtml.tsx'
import { isBlank } from '../values.ts'
import { type InputProps, lookOf } from './props.ts'
import styles from './inputs.module.css'

/** The one editor, with the tools of its description. In a row it is loaded only when somebody wants to write there. */
export function RichTextField(props: InputProps<'richtext'>) {
  const { resource, field, name, value, onChange, onBlur, disabled, readOnly } = props
  const { form } = useStrings()
  const labelId = useId()
  const [isOpen, setOpen] = useState(!name.includes('.'))
  const { label, description, error } = lookOf(props)
  const tools = field.input ?? 'wysiwyg'
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: labelId }}
      description={description}
      error={error}
      errorProps={{ role: 'alert' }}
      withAsterisk={props.required}
    >
      {isOpen ? (
        <RichText
          {...{ value, onChange, onBlur, tools, label }}
          labelledBy={labelId}
          height={field.height}
          required={props.required}
          invalid={error !== undefined}
          disabled={disabled || readOnly}
          pictures={`${resource.name}.${name.replace(/\.\d+\./, '.')}`}
        />
      ) : (
        <div className={styles.folded}>
          {!isBlank(value) && <CleanHtml html={value ?? ''} className="" />}
          <Button size="sm" variant="ghost" icon="pencil" disabled={disabled || readOnly} onClick={() => setOpen(true)}>
            {form.text.edit}
          </Button>
        </div>
      )}
    </Input.Wrapper>
  )
}
