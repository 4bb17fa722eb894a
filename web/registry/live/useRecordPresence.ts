import { useEffect, useEffectEvent, useState } from 'react'
import type { Mode } from '#shared/resource/fieldState.ts'
import type { LiveMessage } from '#shared/calls/live.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { callResource } from '#web/platform/api/resource.ts'
import { isOwn, listen } from '#web/platform/live/live.ts'
import { backoff } from '#web/platform/live/backoff.ts'
import { isTransientError } from '#web/platform/session/decisions.ts'
import { type Person, usePresence } from '#web/platform/live/usePresence.ts'

export type RecordPresence = {
  /** The newest version of the record that somebody else is known to have made. */
  version: number | undefined
  /** Somebody else has deleted it. */
  isGone: boolean
  /** Who else looks at it or edits it. */
  others: readonly Person[]
}

type About = { resource: Resource; id: number; mode: Mode }

/** Watches the record of an open form: what others make of it, and who they are. */
export function useRecordPresence({ resource, id, mode }: About): RecordPresence {
  const channel = `presence-${resource.model}.${id}`
  const [version, setVersion] = useState<number>()
  const [isGone, setGone] = useState(false)
  const others = usePresence(channel)

  useEffect(() => {
    const hear = (message: LiveMessage) => {
      if (isOwn(message)) return
      if (typeof message.data === 'number') setGone(true)
      else if (typeof message.data['version'] === 'number') setVersion(message.data['version'])
    }
    /** What was missed cannot be told: the record itself is asked. */
    const look = async () => {
      const answer = await callResource({ name: resource.name }, 'find', { id })
      if (answer.Status === 'success') setVersion(answer.data.version)
      else if (answer.code === 'not-found') setGone(true)
      else if (isTransientError(answer.code) && !isLeft) timer = setTimeout(() => void look(), backoff(2))
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const leave = listen(channel, { onEvent: hear, onReload: () => void look() }, mode === 'Update' ? 'Update' : 'View')
    return () => {
      isLeft = true
      clearTimeout(timer)
      leave()
    }
  }, [channel, resource.name, id, mode])
  return { version, isGone, others }
}

/** What is only read is read again when somebody else has changed it. */
export function useSeenVersion(told: number | undefined, shown: number | undefined, onChanged: () => void) {
  const changed = useEffectEvent(onChanged)
  const isOlder = told !== undefined && shown !== undefined && shown < told
  useEffect(() => {
    if (isOlder) changed()
  }, [isOlder, told])
}
