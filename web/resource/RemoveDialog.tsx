import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { askResource, keysOf } from '#web/api/resource.ts'
import { showAnswer, showToast } from '#web/shell/toasts.ts'
import { useStrings } from '#web/strings/strings.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

type Props = { resource: Resource; row: Row; name: string; onClose: () => void }

/** Asks before a row is deleted, and deletes it as it was seen: not when somebody has changed it meanwhile. */
export function RemoveDialog({ resource, row: { id, version }, name, onClose }: Props) {
  const { list, acts } = useStrings()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    const answer = await askResource(resource, 'delete', { id, version })
    if (answer.Status === 'success') showToast('good', list.removed)
    else showAnswer(answer)
    void client.invalidateQueries({ queryKey: keysOf(resource) })
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
