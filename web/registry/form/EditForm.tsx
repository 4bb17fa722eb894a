import type { ReactNode } from 'react'
import { FormProvider } from 'react-hook-form'
import type { Resource } from '#shared/resource/resource.ts'
import { OwnerProvider } from '#web/fields/files/owner.ts'
import { useReauthInPlace } from '#web/platform/session/session.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { PendingUploadsProvider } from '#web/platform/upload/upload.ts'
import { Button } from '#web/ui/Button.tsx'
import { ResourceFormProvider } from './formContext.ts'
import { FormField } from './FormField.tsx'
import { Notices } from './Notices.tsx'
import { type Progress, progressOf, type Section } from './sections.ts'
import { Steps, useSteps } from './Steps.tsx'
import type { EditProps } from './types.ts'
import { type ResourceForm, useResourceForm } from './useResourceForm.ts'
import styles from './Form.module.css'

/** A form to type into: all at once, or step by step. */
export function EditForm(props: EditProps) {
  useReauthInPlace()
  const { resource } = props
  const steps = useSteps(resource.wizard === true)
  const state = useResourceForm({ ...props, onErrors: (places) => steps.openFor(state.sections, places) })
  const { sections, draft, conflict } = state
  const progress = progressOf(sections, steps)
  const { isStepwise, current, isLast } = progress
  const { isGone, isExpired, changes } = stalenessOf(props, state)

  return (
    <FormProviders state={state}>
      <form
        className={styles.form}
        noValidate
        onKeyDown={isStepwise ? (event) => steps.byKey(event, current, sections.length) : undefined}
        onSubmit={(event) => {
          event.preventDefault()
          // The form of a list, under this window, is not meant.
          event.stopPropagation()
          if (isLast) void state.save()
          else steps.go(current + 1)
        }}
      >
        {isStepwise && <Steps sections={sections} current={current} onGo={steps.go} />}
        <Notices
          {...{ resource, draft, conflict, isExpired, isGone, changes }}
          version={props.row?.version}
          onRestore={state.restore}
        />
        <FormSections progress={progress} fields={resource.fields} inert={draft.offered !== undefined} />
        <FormFooter
          {...{ state, progress }}
          isStale={isExpired || isGone}
          canSaveHere={props.mode === 'Update'}
          onGo={steps.go}
          onLeave={props.onLeave}
        />
      </form>
    </FormProviders>
  )
}

/** Whether the record is no longer as the form knows it: taken away, or changed by somebody else. */
function stalenessOf({ id, expired, watch }: EditProps, { owner, conflict }: ResourceForm) {
  const version = owner?.version
  const told = watch?.version
  const isChanged = told !== undefined && version !== undefined && told > version
  return {
    isGone: watch?.isGone === true,
    isExpired: isChanged || (expired === true && conflict.found === undefined),
    changes: isChanged && id !== undefined ? { id, from: version, to: told } : undefined,
  }
}

/** What every field of the form may ask of it, however deep it stands. */
function FormProviders({ state, children }: { state: ResourceForm; children: ReactNode }) {
  return (
    <ResourceFormProvider value={state.setting}>
      <OwnerProvider value={state.owner}>
        <PendingUploadsProvider value={state.countSending}>
          <FormProvider {...state.form}>{children}</FormProvider>
        </PendingUploadsProvider>
      </OwnerProvider>
    </ResourceFormProvider>
  )
}

type Props = {
  state: ResourceForm
  progress: Progress
  /** The record has moved on under the form. */
  isStale: boolean
  /** Whoever changes a record need not walk to the last step to save it. */
  canSaveHere: boolean
  onGo: (step: number) => void
  onLeave: () => void
}

/** The foot of a form: what becomes of what is written, and the ways on and out. */
function FormFooter({ state, progress, isStale, canSaveHere, onGo, onLeave }: Props) {
  const { form } = useStrings()
  const { draft, conflict, isSaving, isSending } = state
  const { isStepwise, isLast, current } = progress
  const isClosed = isStale || isSending || draft.offered !== undefined
  const save = conflict.found ? form.conflict.saveAgain : form.save
  return (
    <div className={styles.acts}>
      <Told isKept={draft.isKept} isSending={isSending} />
      <div className={styles.actsEnd}>
        <Button variant="ghost" onClick={onLeave}>
          {form.close}
        </Button>
        {isStepwise && (
          <Button variant="outline" disabled={current === 0} onClick={() => onGo(current - 1)}>
            {form.previous}
          </Button>
        )}
        {!isLast && canSaveHere && (
          <Button variant="soft" loading={isSaving} disabled={isClosed} onClick={() => void state.save()}>
            {save}
          </Button>
        )}
        <Button type="submit" loading={isSaving} disabled={isClosed && isLast}>
          {isLast ? save : form.next}
        </Button>
      </div>
    </div>
  )
}

function Told({ isKept, isSending }: { isKept: boolean; isSending: boolean }) {
  const { form, files } = useStrings()
  return (
    <span className={styles.told} role="status">
      {isSending ? files.wait : isKept ? form.draft.stored : ''}
    </span>
  )
}

type Fields = Resource['fields']
type FormSectionsProps = { progress: Progress; fields: Fields; inert: boolean }

/** What is typed into: all parts of the form, or the one of the step. */
function FormSections({ progress, fields, inert }: FormSectionsProps) {
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
