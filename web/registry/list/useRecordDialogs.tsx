import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import { presenceChannel } from '#shared/resource/names.ts'
import type { Mode } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { ShownSecret } from '#web/fields/inputs/texts.tsx'
import { callResource, resourceQueryKey } from '#web/platform/api/resource.ts'
import { useRecordViewers } from '#web/platform/live/recordPresence.ts'
import { useReauthInPlace } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { showOutcome } from '#web/platform/toasts/toasts.tsx'
import { useSingleRun } from '#web/platform/useSingleRun.ts'
import { Presence } from '#web/registry/live/Presence.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Isolated } from '#web/ui/Text.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'
import { choiceQuery } from './filters.tsx'
import styles from './PasswordDialog.module.css'

const FormDialog = lazyWithRetry(() => import('#web/registry/form/FormDialog.tsx'), 'FormDialog')

type OpenDialog =
  | { is: 'form'; mode: Mode; id?: number; startValues?: Record<string, unknown> }
  | { is: 'removal'; row: Row }

/** The dialogs over a list: the form of a record, and the confirmation of a deletion. */
export function useRecordDialogs(
  resource: Resource,
  filters: Readonly<Record<string, string>>,
  nameOf: (row: Row) => string,
) {
  const client = useQueryClient()
  const [opened, setOpened] = useState<OpenDialog>()
  const linked = useLinkedRecord()
  const open: OpenDialog | undefined = opened ?? linked.open
  // State of the list, not of the form, which may have been left before its save was answered.
  const [given, setGiven] = useState<{ name: string; password: string }>()
  const onPassword = (row: Row, password: string) => setGiven({ name: nameOf(row), password })
  const close = () => {
    // A form that was left does not close the one that was opened after it.
    setOpened((current) => (current === opened ? undefined : current))
    linked.close()
  }
  const dialogs: ReactNode = (
    <Suspense>
      {open?.is === 'form' && (
        <FormDialog
          resource={resource}
          mode={open.mode}
          {...(open.id !== undefined && { id: open.id })}
          {...(open.startValues && { startValues: open.startValues })}
          onShow={linked.view}
          onPassword={onPassword}
          onClose={close}
        />
      )}
      {open?.is === 'removal' && (
        <RemoveDialog resource={resource} row={open.row} name={nameOf(open.row)} onClose={close} />
      )}
      {given && <NewPasswordDialog {...given} onClose={() => setGiven(undefined)} />}
    </Suspense>
  )
  return {
    dialogs,
    isOpen: open !== undefined || given !== undefined,
    create: () => setOpened({ is: 'form', mode: 'Create', startValues: filteredValues(client, resource, filters) }),
    view: linked.view,
    edit: ({ id }: Row) => setOpened({ is: 'form', mode: 'Update', id }),
    remove: (row: Row) => setOpened({ is: 'removal', row }),
    onPassword,
  }
}

/** The records by which a list is filtered, as values of its new rows. */
const filteredValues = (client: QueryClient, resource: Resource, filters: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(resource.filters ?? {}).flatMap(([name, filter]) => {
      const field = resource.fields[filter.field]
      if (field?.kind !== 'select' || field.form === undefined || !filters[name]) return []
      // The filter has loaded it, to show its name.
      const chosen = client.getQueryData(choiceQuery(resource, field, Number(filters[name])).queryKey)?.data[0]
      return chosen ? [[filter.field, chosen]] : []
    }),
  )

/** The record that the URL opens: `?view=12`. From its list it has a history entry of its own, so that going back closes it. */
function useLinkedRecord() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const router = useRouter()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { view, ...rest } = search
  const id = typeof view === 'string' && /^[1-9]\d{0,14}$/.test(view) ? Number(view) : undefined
  return {
    open: id === undefined ? undefined : ({ is: 'form', mode: 'View', id } as const),
    /** The toast of a new record offers this on any page, and after the filters have changed. */
    view: ({ id: shown }: Row) => {
      const { pathname, search: now } = router.state.location
      const others: object = pathname === path ? now : {}
      void navigate({
        to: path as never,
        search: { ...others, view: String(shown) } as never,
        resetScroll: false,
        state: { openedHere: true },
      })
    },
    close: () => {
      if (view === undefined) return
      if (router.state.location.state.openedHere) router.history.back()
      else void navigate({ to: '.', search: rest as never, replace: true, resetScroll: false })
    },
  }
}

type Props = { resource: Resource; row: Row; name: string; onClose: () => void }

/** Confirms and deletes a record. Optimistic locking: it sends the version that the user saw. */
function RemoveDialog({ resource, row: { id, version }, name, onClose }: Props) {
  const { list, actions } = useStrings()
  const client = useQueryClient()
  const { isRunning, runOnce } = useSingleRun()
  const viewers = useRecordViewers(`private-${presenceChannel(resource)}`, id)
  const editors = viewers.filter(({ doing }) => doing === 'Update')
  const remove = async () => {
    const answer = await callResource(resource, 'delete', { id, version })
    showOutcome(answer, list.removed)
    void client.invalidateQueries({ queryKey: resourceQueryKey(resource) })
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      danger
      busy={isRunning}
      title={list.confirmRemove}
      cancelLabel={actions.cancel}
      confirmLabel={list.remove}
      onCancel={onClose}
      onConfirm={() => void runOnce(remove)}
    >
      <Isolated>{list.removeMore(name)}</Isolated>
      <Presence people={editors} />
    </ConfirmDialog>
  )
}

type NewPasswordProps = { name: string; password: string; onClose: () => void }

/** The new password of a user, whom it asks for another one at the next log-in. It is shown once: only its button closes the dialog. */
export function NewPasswordDialog({ name, password, onClose }: NewPasswordProps) {
  useReauthInPlace()
  const { list, actions } = useStrings()
  return (
    <Dialog opened title={list.reset.done}>
      <div className={styles.content}>
        <p>{list.reset.once}</p>
        <ShownSecret label={name} secret={password} />
        <Button onClick={onClose}>{actions.close}</Button>
      </div>
    </Dialog>
  )
}
