import { useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import { users } from '#shared/resources/users.ts'
import { ListScreen } from '#web/resource/ListScreen.tsx'
import { always } from '#web/resource/rowActions.ts'
import { useCan } from '#web/session/session.ts'
import { useStrings } from '#web/strings/strings.ts'
import { ResetWindow } from './ResetWindow.tsx'

const card = { header: 'name' }

export function UsersScreen() {
  const { list } = useStrings()
  const mayUpdate = useCan('update', users)
  const [reset, setReset] = useState<Row>()
  const actions = mayUpdate
    ? [{ name: 'reset', label: list.reset.act, icon: 'key', isThere: always, run: setReset } as const]
    : []
  return (
    <ListScreen resource={users} actions={actions} card={card}>
      {reset && <ResetWindow row={reset} onClose={() => setReset(undefined)} />}
    </ListScreen>
  )
}
