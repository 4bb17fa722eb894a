import { useEffect, useEffectEvent } from 'react'
import type { LiveMessage } from '#shared/calls/live.ts'
import { listen } from './live.ts'

/**
 * Listens to a channel, by its whole name on the wire (`private-User.7`), as long as the component is there. `onReload`
 * is called when it cannot be told what was missed: what is shown is then to be read anew.
 */
export function useChannel(
  channel: string | undefined,
  onEvent: (message: LiveMessage) => void,
  onReload?: () => void,
) {
  const hear = useEffectEvent(onEvent)
  const reload = useEffectEvent(() => onReload?.())
  useEffect(() => {
    if (channel === undefined) return undefined
    return listen(channel, { onEvent: (message) => hear(message), onReload: () => reload() })
  }, [channel])
}
