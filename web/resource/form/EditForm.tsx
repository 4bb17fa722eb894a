import { FormProvider } from 'react-hook-form'
import type { Row } from '#shared/calls/crud.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import type { WindowProps } from './FormWindow.tsx'
import { FormField } from './FormField.tsx'
import { FormSettingProvider } from './setting.ts'
import { useResourceForm } from './useResourceForm.ts'
import styles from './Form.module.css'

export type EditProps = WindowProps & { row?: Row }

export function EditForm(props: EditProps) {
  const { form: words } = useStrings()
  const { form, setting, sections, isSaving, save } = useResourceForm(props)
  return (
    <FormSettingProvider value={setting}>
      <FormProvider {...form}>
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            void save()
          }}
        >
          <div className={styles.body}>
            {sections.map((section) => (
              <div key={section.name} className={styles.fields}>
                {section.fields.map(([name, field]) => (
                  <FormField key={name} name={name} field={field} fields={props.resource.fields} />
                ))}
              </div>
            ))}
          </div>
          <div className={styles.acts}>
            <div className={styles.actsEnd}>
              <Button variant="ghost" onClick={props.onLeave}>
                {words.close}
              </Button>
              {props.mode !== 'View' && (
                <Button type="submit" loading={isSaving}>
                  {words.save}
                </Button>
              )}
            </div>
          </div>
        </form>
      </FormProvider>
    </FormSettingProvider>
  )
}
