import { useQueryClient } from '@tanstack/react-query'
import type { Success } from '#shared/calls/answer.ts'
import type { SaveAnswer } from '#shared/calls/crud.ts'
import { keysOf } from '#web/api/resource.ts'
import { showAnswer, showToast } from '#web/shell/toasts.ts'
import { useStrings } from '#web/strings/strings.ts'
import type { EditProps } from './EditForm.tsx'
import type { FormValues } from './payload.ts'
import type { useConflict } from './useConflict.ts'
import type { useDraft } from './useDraft.ts'
import type { HeldValues } from './useHeldValues.ts'

type About = { held: HeldValues; draft: ReturnType<typeof useDraft>; conflict: ReturnType<typeof useConflict> }

/** What follows a save: it is told, the lists are read anew, and the form closes or goes on. */
export function useAfterSave(props: EditProps, { held, draft, conflict }: About) {
  const words = useStrings().form
  const queries = useQueryClient()

  return function afterSave(answer: Success<SaveAnswer>, values: FormValues) {
    draft.forget()
    conflict.end()
    if (answer.Message === '') showToast('good', words.saved)
    else showAnswer(answer)
    void queries.invalidateQueries({ queryKey: keysOf(props.resource) })
    props.onSaved?.(answer.data)
    if (answer.password !== undefined) props.onPassword(answer.password)
    else if (answer.closeModal || closesOnSubmit(props)) props.onClose()
    else void held.goOn(answer.data, values)
  }
}

/** The specification: a new record closes its form unless told otherwise, a changed one only when told. */
const closesOnSubmit = ({ mode, closeOnSubmit }: EditProps) =>
  mode === 'Create' ? closeOnSubmit !== false : closeOnSubmit === true
