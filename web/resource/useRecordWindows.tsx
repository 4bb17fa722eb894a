import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import type { Mode } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { keysOf } from '#web/api/resource.ts'
import { RemoveDialog } from './RemoveDialog.tsx'

const FormDialog = lazy(async () => ({ default: (await import('./FormDialog.tsx')).FormDialog }))

type Opened = { is: 'form'; mode: Mode; id?: number } | { is: 'removal'; row: Row }

/** The windows over a list: the form of a record, and the question before one is deleted. */
export function useRecordWindows(resource: Resource, nameOf: (row: Row) => string) {
  const [opened, setOpened] = useState<Opened>()
  const client = useQueryClient()
  const close = () => setOpened(undefined)
  const windows: ReactNode = (
    <Suspense>
      {opened?.is === 'form' && (
        <FormDialog
          resource={resource}
          mode={opened.mode}
          {...(opened.id !== undefined && { id: opened.id })}
          onClose={close}
          onSaved={() => void client.invalidateQueries({ queryKey: keysOf(resource) })}
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
