import type { ReactNode } from 'react'
import { FormProvider } from 'react-hook-form'
import { OwnerProvider } from '#web/fields/files/owner.ts'
import { SendingProvider } from '#web/fields/files/sending.ts'
import { useHeldPage } from '#web/session/useHeldPage.ts'
import type { Row } from '#shared/calls/crud.ts'
import { FormFoot } from './FormFoot.tsx'
import type { WindowProps } from './FormWindow.tsx'
import { Notices } from './Notices.tsx'
import { Parts } from './Parts.tsx'
import type { RecordWatch } from '../live/useRecordWatch.ts'
import { progressOf } from './progress.ts'
import { FormSettingProvider } from './setting.ts'
import { type ResourceForm, useResourceForm } from './useResourceForm.ts'
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
        <Parts progress={progress} fields={resource.fields} inert={draft.offered !== undefined} />
        <FormFoot
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
    <FormSettingProvider value={state.setting}>
      <OwnerProvider value={state.owner}>
        <SendingProvider value={state.countSending}>
          <FormProvider {...state.form}>{children}</FormProvider>
        </SendingProvider>
      </OwnerProvider>
    </FormSettingProvider>
  )
}
