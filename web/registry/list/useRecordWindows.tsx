import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import type { Mode } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { callResource, resourceQueryKey } from '#web/platform/api/resource.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { showAnswer, showToast } from '#web/platform/toasts/toasts.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'

const FormDialog = lazyWithRetry(() => import('#web/registry/form/FormDialog.tsx'), 'FormDialog')

type Opened = { is: 'form'; mode: Mode; id?: number } | { is: 'removal'; row: Row }

/** The windows over a list: the form of a record, and the question before one is deleted. */
export function useRecordWindows(resource: Resource, nameOf: (row: Row) => string) {
  const [own, setOpened] = useState<Opened>()
  const asked = useAskedRecord()
  const opened = own ?? asked.opened
  const client = useQueryClient()
  const close = () => {
    setOpened(undefined)
    asked.close()
  }
  const windows: ReactNode = (
    <Suspense>
      {opened?.is === 'form' && (
        <FormDialog
          resource={resource}
          mode={opened.mode}
          {...(opened.id !== undefined && { id: opened.id })}
          onClose={close}
          onSaved={() => void client.invalidateQueries({ queryKey: resourceQueryKey(resource) })}
        />
      )}
      {opened?.is === 'removal' && (
        <RemoveDialog resource={resource} row={opened.row} name={nameOf(opened.row)} onClose={close} />
      )}
    </Suspense>
  )
  return {
    windows,
    isOpen: opened !== undefined,
    create: () => setOpened({ is: 'form', mode: 'Create' }),
    view: ({ id }: Row) => setOpened({ is: 'form', mode: 'View', id }),
    edit: ({ id }: Row) => setOpened({ is: 'form', mode: 'Update', id }),
    remove: (row: Row) => setOpened({ is: 'removal', row }),
  }
}

/** The record that the address asks for, as `?view=12`. */
function useAskedRecord() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const { view, ...rest } = search
  const id = typeof view === 'string' && /^[1-9]\d{0,14}$/.test(view) ? Number(view) : undefined
  return {
    opened: id === undefined ? undefined : ({ is: 'form', mode: 'View', id } as const),
    close: () => {
      if (view !== undefined) void navigate({ to: '.', search: rest as never, replace: true, resetScroll: false })
    },
  }
}

type Props = { resource: Resource; row: Row; name: string; onClose: () => void }

/** Asks before a row is deleted, and deletes it as it was seen: not when somebody has changed it meanwhile. */
function RemoveDialog({ resource, row: { id, version }, name, onClose }: Props) {
  const { list, acts } = useStrings()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    const answer = await callResource(resource, 'delete', { id, version })
    if (answer.Status === 'success') showToast('good', list.removed)
    else showAnswer(answer)
    void client.invalidateQueries({ queryKey: resourceQueryKey(resource) })
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      danger
      busy={isBusy}
      title={list.removeSure}
      cancelLabel={acts.cancel}
      confirmLabel={list.remove}
      onCancel={onClose}
      onConfirm={() => void remove()}
    >
      {list.removeMore(name)}
    </ConfirmDialog>
  )
}
