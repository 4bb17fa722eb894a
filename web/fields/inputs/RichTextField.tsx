import { Input } from '@mantine/core'
import { Suspense, useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { languageOfRoute } from '#shared/resources/dynamicPages.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { isDelta } from '#shared/delta/inspect.ts'
import { useTextPresence } from '#web/platform/live/usePresence.ts'
import { isBlank } from '#web/fields/values.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { CleanHtml } from '#web/richText/CleanHtml.tsx'
import { LazyEditor } from '#web/richText/editor/LazyEditor.tsx'
import { Button } from '#web/ui/Button.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'
import { SectionSpinner } from '#web/ui/Spinner.tsx'
import { useOwner } from '#web/fields/files/owner.ts'
import { type InputProps, commonInputProps } from './props.ts'
import { useWarningDismissals } from './warningDismissals.ts'
import styles from './inputs.module.css'

/** The rich-text editor with the toolbar of the field description. In a repeater row it loads on demand. */
export function RichTextField(props: InputProps<'richtext'>) {
  const { resource, field, name, value, onChange, onBlur, disabled, readOnly } = props
  const { form } = useStrings()
  const labelId = useId()
  const [isOpen, setOpen] = useState(!name.includes('.'))
  const { label, description, error } = commonInputProps(props)
  const tools = field.input ?? 'wysiwyg'
  const route: unknown = useWatch({ name: field.route ?? name })
  const language = field.route === undefined ? undefined : languageOfRoute(String(route))
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
        <LazyEditor
          {...{ value, onChange, onBlur, tools, label, language }}
          labelledBy={labelId}
          height={field.height}
          required={props.required}
          invalid={error !== undefined}
          disabled={disabled || readOnly}
          pictures={`${resource.name}.${name.replace(/\.\d+\./, '.')}`}
        />
      ) : (
        <div className={styles.folded}>
          {!isBlank(field, value) && <CleanHtml html={value ?? ''} className="" />}
          <Button size="sm" variant="ghost" icon="pencil" disabled={disabled || readOnly} onClick={() => setOpen(true)}>
            {form.text.edit}
          </Button>
        </div>
      )}
    </Input.Wrapper>
  )
}

const LegalEditor = lazyWithRetry(() => import('#web/richText/legal/LegalEditor.tsx'), 'LegalEditor')

/** The editor of a judgment's text: its footnotes, annotations and case numbers. */
export function DocumentField(props: InputProps<'document'>) {
  const { resource, field, name, value, onChange, onBlur, disabled, readOnly } = props
  const { page } = useStrings()
  const labelId = useId()
  const owner = useOwner()
  const { others, announce } = useTextPresence(resource, owner?.row)
  const dismissals = useWarningDismissals(resource, owner?.row, !disabled && !readOnly)
  const { label, description, error } = commonInputProps(props)
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
      <Suspense fallback={<SectionSpinner label={page.loading} />}>
        <LegalEditor
          {...{ onChange, onBlur, label, others, dismissals }}
          record={owner}
          onLine={announce}
          {...(owner && { onSave: (text: Delta) => void owner.saveText(name, text) })}
          value={isDelta(value) ? value : null}
          labelledBy={labelId}
          height={field.height}
          required={props.required}
          invalid={error !== undefined}
          disabled={disabled || readOnly}
          pictures={`${resource.name}.${name}`}
        />
      </Suspense>
    </Input.Wrapper>
  )
}
