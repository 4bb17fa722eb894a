import { FormProvider } from 'react-hook-form'
import { OwnerProvider } from '#web/fields/files/owner.ts'
import { SendingProvider } from '#web/fields/files/sending.ts'
import { useHeldPage } from '#web/session/useHeldPage.ts'
import { useLanguage, useStrings } from '#web/strings/strings.ts'
import type { Row } from '#shared/calls/crud.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormField } from './FormField.tsx'
import type { WindowProps } from './FormWindow.tsx'
import { Notices } from './Notices.tsx'
import type { RecordWatch } from '../live/useRecordWatch.ts'
import type { Section } from './sections.ts'
import { FormSettingProvider } from './setting.ts'
import { useResourceForm } from './useResourceForm.ts'
import { Steps } from './Steps.tsx'
import { useSteps } from './useSteps.ts'
import styles from './Form.module.css'

export type EditProps = WindowProps & {
  row?: Row
  /** What others do with the record meanwhile. */
  watch?: RecordWatch
  /** What is wrong was told at these places: their part of the form opens. */
  onErrors?: (places: readonly string[]) => void
  /** The first password of a new person, told once. */
  onPassword: (password: string) => void
}

/** A form to type into: all at once, or step by step. */
export function EditForm(props: EditProps) {
  useHeldPage()
  const { resource } = props
  const steps = useSteps(resource.wizard === true)
  const state = useResourceForm({ ...props, onErrors: (places) => steps.openFor(state.sections, places) })
  const { form, setting, sections, draft, conflict, isSaving, isSending } = state
  const isStepwise = steps.isStepwise && sections.length > 1
  const current = Math.min(steps.at, sections.length - 1)
  const isLast = !isStepwise || current === sections.length - 1
  const version = state.owner?.version
  const isGone = props.watch?.isGone === true
  const told = props.watch?.version
  const isChanged = told !== undefined && version !== undefined && told > version
  const isExpired = isChanged || (props.expired === true && conflict.found === undefined)
  const submit = () => (isLast ? void state.save() : steps.go(current + 1))

  return (
    <FormSettingProvider value={setting}>
      <OwnerProvider value={state.owner}>
        <SendingProvider value={state.countSending}>
          <FormProvider {...form}>
            <form
              className={styles.form}
              noValidate
              onKeyDown={(event) => {
                if (isStepwise) steps.byKey(event, current, sections.length)
              }}
              onSubmit={(event) => {
                event.preventDefault()
                // The form of a list, under this window, is not meant.
                event.stopPropagation()
                submit()
              }}
            >
              {isStepwise && <Steps sections={sections} current={current} onGo={steps.go} />}
              <Notices
                {...{ resource, draft, conflict, isExpired, isGone }}
                changes={isChanged && props.id !== undefined ? { id: props.id, from: version, to: told } : undefined}
                version={props.row?.version}
                onRestore={state.restore}
              />
              <div ref={focusFirst} className={styles.body} inert={draft.offered !== undefined}>
                {(isStepwise ? sections.slice(current, current + 1) : sections).map((section) => (
                  <Part key={section.name} section={section} isStep={isStepwise} fields={resource.fields} />
                ))}
              </div>
              <div className={styles.acts}>
                <Told isKept={draft.isKept} isSending={isSending} />
                <Acts
                  {...{ isStepwise, isLast, current, isSaving }}
                  canSaveHere={props.mode === 'Update'}
                  isClosed={isExpired || isGone || isSending || draft.offered !== undefined}
                  saveAgain={conflict.found !== undefined}
                  onPrevious={() => steps.go(current - 1)}
                  onSave={() => void state.save()}
                  onLeave={props.onLeave}
                />
              </div>
            </form>
          </FormProvider>
        </SendingProvider>
      </OwnerProvider>
    </FormSettingProvider>
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

type PartProps = { section: Section; isStep: boolean; fields: EditProps['resource']['fields'] }

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

function Told({ isKept, isSending }: { isKept: boolean; isSending: boolean }) {
  const { form, files } = useStrings()
  return (
    <span className={styles.told} role="status">
      {isSending ? files.wait : isKept ? form.draft.kept : ''}
    </span>
  )
}

type ActsProps = {
  isStepwise: boolean
  isLast: boolean
  current: number
  isSaving: boolean
  canSaveHere: boolean
  isClosed: boolean
  saveAgain: boolean
  onPrevious: () => void
  onSave: () => void
  onLeave: () => void
}

function Acts({ isStepwise, isLast, current, isSaving, canSaveHere, isClosed, saveAgain, ...on }: ActsProps) {
  const { form } = useStrings()
  const save = saveAgain ? form.conflict.saveAgain : form.save
  return (
    <div className={styles.actsEnd}>
      <Button variant="ghost" onClick={on.onLeave}>
        {form.close}
      </Button>
      {isStepwise && (
        <Button variant="outline" disabled={current === 0} onClick={on.onPrevious}>
          {form.previous}
        </Button>
      )}
      {!isLast && canSaveHere && (
        <Button variant="soft" loading={isSaving} disabled={isClosed} onClick={on.onSave}>
          {save}
        </Button>
      )}
      <Button type="submit" loading={isSaving} disabled={isClosed && isLast}>
        {isLast ? save : form.next}
      </Button>
    </div>
  )
}
