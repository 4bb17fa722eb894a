import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type { Resource } from '#shared/resource/resource.ts'
import { CaseNumberList } from '#web/fields/cells/CaseNumbers.tsx'
import { OwnerProvider } from '#web/fields/files/owner.ts'
import { FormUploadsProvider } from '#web/fields/files/useUploads.ts'
import { UnchosenTextsProvider } from '#web/fields/inputs/useChoices.ts'
import { choiceName } from '#web/fields/values.ts'
import { useCan, useReauthInPlace } from '#web/platform/session/session.ts'
import { isCommand } from '#web/platform/typing/thaanaKeyboard.ts'
import { OfflineStatus } from '#web/platform/navigation/UnsavedChanges.tsx'
import { analysisStrings } from '#web/platform/strings/analysisStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { PendingUploadsProvider } from '#web/platform/upload/upload.ts'
import { PendingEditsProvider } from '#web/richText/pendingEdits.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { useReturnFocus } from '#web/ui/dialogs/useLazyDialog.ts'
import { FreeText, Isolated } from '#web/ui/Text.tsx'
import { CancelChangeProvider, ResourceFormProvider } from './formContext.ts'
import { Notices } from './Notices.tsx'
import { FormSections, type Progress, progressOf, Steps, useSteps } from './Steps.tsx'
import type { EditProps } from './types.ts'
import { type ResourceForm, useResourceForm } from './useResourceForm.ts'
import type { SaveQuestion } from './useSave.ts'
import styles from './Form.module.css'

/** The editable form of a record: all sections at once, or one step at a time (wizard). */
export function EditForm(props: EditProps) {
  useReauthInPlace()
  const { resource } = props
  const steps = useSteps(resource.wizard === true)
  const [wasRefused, setRefused] = useState(false)
  const onErrors = (paths: readonly string[]) => {
    setRefused(true)
    steps.openFor(state.sections, paths)
  }
  const state = useResourceForm({ ...props, onErrors })
  const { sections, draft, conflict, jobs } = state
  const progress = progressOf(sections, steps)
  const { isStepwise, current, isLast } = progress
  const isRevoked = useRevoked(props)
  const { isGone, isExpired, changes } = stalenessOf(props, state)
  const isStale = isExpired || isGone || isRevoked
  const isBlocked = isStale || jobs.isMerging || state.isUploading || draft.offered !== undefined
  const canSaveHere = props.mode === 'Update' || wasRefused
  useReturnFocus(state.question !== undefined)

  return (
    <FormProviders state={state}>
      <form
        className={styles.form}
        noValidate
        onKeyDown={(event) => {
          if (isStepwise) steps.onKey(event, current, sections.length)
          if (!isCtrlS(event) || isBlocked || state.isSaving || !(isLast || canSaveHere)) return
          finishField()
          void state.save()
        }}
        onSubmit={(event) => {
          event.preventDefault()
          // A submit of this dialog must not also reach a form of the list under it.
          event.stopPropagation()
          // Enter in a field never turns the step of a wizard.
          if (isLast && !isBlocked) void state.save()
        }}
      >
        {isStepwise && <Steps sections={sections} current={current} onGo={steps.go} />}
        <Notices
          {...{ resource, draft, conflict, isExpired, isGone, isRevoked, changes }}
          version={props.row?.version}
          onRestore={() => void state.restore()}
        />
        <FormSections progress={progress} fields={resource.fields} inert={draft.offered !== undefined} />
        <FormFooter {...{ state, progress, isBlocked, canSaveHere }} onGo={steps.go} onLeave={props.onLeave} />
      </form>
      {state.question && <SaveQuestionDialog resource={resource} {...state.question} />}
    </FormProviders>
  )
}

/** Whether the record was deleted or changed by another user since the form loaded it. */
function stalenessOf({ id, expired, watch }: EditProps, { owner, conflict, jobs }: ResourceForm) {
  const from = owner?.version
  const to = watch?.version
  const isKnown = jobs.isExpired && id !== undefined && from !== undefined && to !== undefined
  return {
    isGone: watch?.isGone === true,
    isExpired: jobs.isExpired || (expired === true && conflict.merged === undefined),
    changes: isKnown ? { id, from, to } : undefined,
  }
}

/** Whether the user has lost the permission to save the form since it opened. */
function useRevoked({ resource, mode }: EditProps) {
  const isAllowed = useCan(mode === 'Create' ? 'create' : 'update', resource)
  const [wasAllowed] = useState(isAllowed)
  return wasAllowed && !isAllowed
}

/** Ctrl+S. A dialog above the form does not save it. */
function isCtrlS(event: KeyboardEvent<HTMLElement>): boolean {
  if (event.altKey || event.shiftKey || !isCommand(event, 's')) return false
  event.preventDefault()
  return !event.repeat && event.target instanceof Node && event.currentTarget.contains(event.target)
}

/** As a click on the save button does: a date is normalized, and a name is added to its list, when the field is left. */
function finishField() {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement)) return
  field.blur()
  field.focus({ preventScroll: true })
}

/** Contexts for fields at any depth: the form, its record as owner of files, uploads, react-hook-form. */
function FormProviders({ state, children }: { state: ResourceForm; children: ReactNode }) {
  return (
    <ResourceFormProvider value={state.context}>
      <CancelChangeProvider value={state.cancelChange}>
        <OwnerProvider value={state.owner}>
          <PendingUploadsProvider value={state.countUpload}>
            <FormUploadsProvider value={state.uploads}>
              <PendingEditsProvider value={state.pendingEdits}>
                <UnchosenTextsProvider value={state.unchosen}>
                  <FormProvider {...state.form}>{children}</FormProvider>
                </UnchosenTextsProvider>
              </PendingEditsProvider>
            </FormUploadsProvider>
          </PendingUploadsProvider>
        </OwnerProvider>
      </CancelChangeProvider>
    </ResourceFormProvider>
  )
}

type FooterProps = {
  state: ResourceForm
  progress: Progress
  isBlocked: boolean
  /** An existing record, or a new one whose save was refused, can be saved at any step of a wizard, not only at the last. */
  canSaveHere: boolean
  onGo: (step: number) => void
  onLeave: () => void
}

/**
 * The footer: draft and upload status, and the buttons to close, go to another step, and save. A save button that is
 * blocked keeps the focus, without which Escape would not reach the form.
 */
function FormFooter({ state, progress, isBlocked, canSaveHere, onGo, onLeave }: FooterProps) {
  const { form } = useStrings()
  const { draft, conflict, isSaving, isUploading } = state
  const { isStepwise, isLast, current } = progress
  const save = conflict.merged?.isJob === false ? form.conflict.saveAgain : form.save
  return (
    <div className={styles.actions}>
      <SaveStatus isDraftStored={draft.isStored} isUploading={isUploading} />
      <div className={styles.actionsEnd}>
        <Button variant="ghost" onClick={onLeave}>
          {form.close}
        </Button>
        {isStepwise && (
          // At the first step it keeps the focus.
          <Button variant="outline" aria-disabled={current === 0} onClick={() => onGo(current - 1)}>
            {form.previous}
          </Button>
        )}
        {!isLast && canSaveHere && (
          <Button variant="soft" loading={isSaving} aria-disabled={isBlocked} onClick={() => void state.save()}>
            {save}
          </Button>
        )}
        {isLast ? (
          <Button key="save" type="submit" loading={isSaving} aria-disabled={isBlocked}>
            {save}
          </Button>
        ) : (
          // An element of its own: with the one of the save button, the click that opens the last step would also save.
          <Button key="next" onClick={() => onGo(current + 1)}>
            {form.next}
          </Button>
        )}
      </div>
    </div>
  )
}

function SaveStatus({ isDraftStored, isUploading }: { isDraftStored: boolean; isUploading: boolean }) {
  const { form, files } = useStrings()
  return (
    <span className={styles.status}>
      <span role="status">{isUploading ? files.wait : isDraftStored ? form.draft.stored : ''}</span> <OfflineStatus />
    </span>
  )
}

type SaveQuestionProps = SaveQuestion & { resource: Resource; cancel: () => void; confirm: () => void }

/**
 * Asks before a record is saved without a file that was chosen, or with a PDF that analyses have, or is published, or an
 * analysis finalized, that lacks something or whose text has warnings.
 */
function SaveQuestionDialog({ resource, files, publishing, known, cancel, confirm }: SaveQuestionProps) {
  const { form, actions } = useStrings()
  const { upload } = analysisStrings[useLanguage()]
  const publish = resource.name === 'analysis' ? form.finalize : form.publish
  const ofPdf = { title: upload.duplicate, stay: form.withoutFile.stay, leave: actions.yes }
  const { title, stay, leave } = known ? ofPdf : publishing ? publish : form.withoutFile
  return (
    <ConfirmDialog opened title={title} cancelLabel={stay} confirmLabel={leave} onCancel={cancel} onConfirm={confirm}>
      {files.length > 0 && <FilesNotUploaded names={files} />}
      {known && <KnownAnalyses rows={known} />}
      {publishing && <PublishDoubts {...publishing} resource={resource} more={publish.more} />}
    </ConfirmDialog>
  )
}

function FilesNotUploaded({ names }: { names: readonly string[] }) {
  const { form } = useStrings()
  return (
    <>
      <p>{form.withoutFile.more}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <bdi>
              <FreeText>{name}</FreeText>
            </bdi>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The analyses that have a PDF. */
const KnownAnalyses = ({ rows }: { rows: NonNullable<SaveQuestion['known']> }) => (
  <ul>
    {rows.map(({ id, case_numbers_text: numbers, title, file, court, status }) => (
      <li key={id}>
        <bdi>{numbers === '' ? <FreeText>{title || file}</FreeText> : <CaseNumberList text={numbers} />}</bdi> ·{' '}
        <bdi>{court}</bdi> · {choiceName(status)}
      </li>
    ))}
  </ul>
)

type DoubtsProps = NonNullable<SaveQuestion['publishing']> & { resource: Resource; more: string }

function PublishDoubts({ resource: { fields }, missing, warnings, dismissed, more }: DoubtsProps) {
  const { form } = useStrings()
  const language = useLanguage()
  const labelOf = (field: string) => fields[field]?.label[language] ?? field
  return (
    <>
      {missing.length > 0 && <p>{more}</p>}
      <ul>
        {missing.map((alternatives) => (
          <li key={alternatives.join()}>{alternatives.map(labelOf).join(form.or)}</li>
        ))}
      </ul>
      {warnings > 0 && (
        <p>
          <Isolated>{form.textWarnings(warnings)}</Isolated>
        </p>
      )}
      {dismissed > 0 && <p>{form.dismissedWarnings(dismissed)}</p>}
    </>
  )
}
