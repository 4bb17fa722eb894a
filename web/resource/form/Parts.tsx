import { useLanguage } from '#web/strings/strings.ts'
import type { EditProps } from './EditForm.tsx'
import { FormField } from './FormField.tsx'
import type { Progress } from './progress.ts'
import type { Section } from './sections.ts'
import styles from './Form.module.css'

type Fields = EditProps['resource']['fields']
type Props = { progress: Progress; fields: Fields; inert: boolean }

/** What is typed into: all parts of the form, or the one of the step. */
export function Parts({ progress, fields, inert }: Props) {
  return (
    <div ref={focusFirst} className={styles.body} inert={inert}>
      {progress.shown.map((section) => (
        <Part key={section.name} section={section} isStep={progress.isStepwise} fields={fields} />
      ))}
    </div>
  )
}

/** Whoever opens a form wants to write in it. */
function focusFirst(body: HTMLDivElement | null) {
  const field = body?.querySelector<HTMLElement>('input:not([readonly]), textarea')
  // The window looks for this when it takes the focus, a moment after.
  field?.setAttribute('data-autofocus', '')
  field?.focus()
}

/** A step that went away took the focus with it: the next one takes it over. */
function takeFocus(panel: HTMLDivElement | null) {
  if (!panel || document.activeElement !== document.body) return
  const field = panel.querySelector<HTMLElement>('input:not([readonly]), textarea') ?? panel
  field.focus()
}

type PartProps = { section: Section; isStep: boolean; fields: Fields }

/** One part of the form. As a step it is the panel of its tab. */
function Part({ section, isStep, fields }: PartProps) {
  const language = useLanguage()
  const label = section.label?.[language]
  const step = isStep && { role: 'tabpanel', id: 'form-panel', 'aria-labelledby': `form-tab-${section.name}` }
  return (
    <div {...step} {...(isStep && { ref: takeFocus, tabIndex: -1 })} className={styles.part}>
      {!isStep && label !== undefined && <h3 className={styles.partTitle}>{label}</h3>}
      <div className={styles.fields}>
        {section.fields.map(([name, field]) => (
          <FormField key={name} name={name} field={field} fields={fields} />
        ))}
      </div>
    </div>
  )
}
