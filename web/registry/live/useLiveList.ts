import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { presenceChannel } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { listQuery, type ListRequest } from '#web/platform/api/resource.ts'
import { isOwn } from '#web/platform/live/live.ts'
import { useChannel, useCoalesced } from '#web/platform/live/useChannel.ts'
import { createListCacheUpdater, noPendingChanges, listChannel } from './listCacheUpdater.ts'

type ShownList = {
  /** The filters in the API's format; undefined while nothing is loaded. */
  filters: Record<string, unknown> | undefined
  /** The further request of a long list: search, order, column filters, and page. */
  serverRequest: ListRequest
}

/** A burst of changes is coalesced into one fetch after this delay. */
const coalesce_ms = 400

const ignore = () => undefined

/** Updates a list live while other users change its rows. Changes made in this tab are applied by its own screens. */
export function useLiveList(resource: Resource, { filters, serverRequest }: ShownList) {
  const client = useQueryClient()
  const [pending] = useState(noPendingChanges)
  const updater = createListCacheUpdater(client, { resource, filters: filters ?? {}, serverRequest, pending })
  const scheduleFetch = useCoalesced((schedule) => void updater.fetchAgain(schedule), coalesce_ms)
  useFreshPage(listQuery(resource, { ...filters, ...serverRequest }).queryKey, filters !== undefined)
  useChannel(
    listChannel(resource, filters),
    (message) => {
      if (!isOwn(message)) void updater.applyMessage(message, scheduleFetch)
    },
    () => scheduleFetch(),
  )
  // The connection stores the presence of this channel; `RowPresence` reads it.
  useChannel(`private-${presenceChannel(resource)}`, ignore)
}

/** Fetches a page again when it is shown if it became stale while another page was shown. */
function useFreshPage(queryKey: QueryKey, isShown: boolean) {
  const client = useQueryClient()
  const page = hashKey(queryKey)
  useEffect(() => {
    if (isShown && client.getQueryState(queryKey)?.isInvalidated)
      void client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false })
    // `queryKey` is a new array at each render; its hash identifies it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [client, page, isShown])
}
