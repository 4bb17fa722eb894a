import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { presenceChannel } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { listQuery, type ListRequest } from '#web/platform/api/resource.ts'
import { isOwn } from '#web/platform/live/live.ts'
import { useChannel, useCoalesced } from '#web/platform/live/useChannel.ts'
import { createListCacheUpdater, type Told } from './listCacheUpdater.ts'
import { listChannel } from './listChannel.ts'

type Shown = {
  /** The filters as the call takes them; undefined while nothing is loaded. */
  filters: Record<string, unknown> | undefined
  /** What is asked of the server of a long list beside them. */
  narrowing: ListRequest
}

/** A long list is asked for again so long after the first of many changes. */
const gather_ms = 400

const nothing = () => undefined

/** Keeps a list true while others change its rows. What this tab changes, its own screens renew. */
export function useLiveList(resource: Resource, { filters, narrowing }: Shown) {
  const client = useQueryClient()
  const [told] = useState((): Told => ({ rows: new Map(), times: 0, failures: 0 }))
  const keeper = createListCacheUpdater(client, { resource, filters: filters ?? {}, narrowing, told })
  const lookAgain = useCoalesced((again) => void keeper.look(again), gather_ms)
  useBelieved(listQuery(resource, { ...filters, ...narrowing }).queryKey, filters !== undefined)
  useChannel(
    listChannel(resource, filters),
    (message) => {
      if (!isOwn(message)) void keeper.hear(message, lookAgain)
    },
    () => lookAgain(),
  )
  // What is told there is kept by the connection; the rows ask for it.
  useChannel(`private-${presenceChannel(resource)}`, nothing)
}

/** A page that something happened to while another was shown is read again when it is turned to. */
function useBelieved(queryKey: QueryKey, isShown: boolean) {
  const client = useQueryClient()
  const page = hashKey(queryKey)
  useEffect(() => {
    if (isShown && client.getQueryState(queryKey)?.isInvalidated)
      void client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false })
    // The key is another array each time: its words say which page it is.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [client, page, isShown])
}
