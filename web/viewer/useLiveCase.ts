import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { post } from '#web/api/client.ts'
import { useChannel } from '#web/live/useChannel.ts'
import { useGathered } from '#web/live/useGathered.ts'
import { waitBefore } from '#web/live/waiting.ts'
import { isPassing } from '#web/session/decisions.ts'
import { shownCase } from './useCase.ts'

/** What has become of a case since it was opened. */
export type CaseNews = 'changed' | 'gone' | undefined

/** Several saves one after the other are one piece of news. */
const gather_ms = 400

/** Says when an opened case is changed, or can no longer be read. What is read stays until somebody wants it anew. */
export function useLiveCase(reference: string, isOpen: boolean) {
  const client = useQueryClient()
  const [news, setNews] = useState<CaseNews>()

  const look = useGathered((again) => {
    void post('g/find', { Type: 'CaseFile', Reference: reference }).then((answer) => {
      if (answer.Status === 'success') setNews('changed')
      else if (gone.has(answer.code)) setNews('gone')
      else if (isPassing(answer.code)) again(waitBefore(2))
    })
  }, gather_ms)
  /** Whether it has changed is not told here: what is shown is compared with what is there. */
  const compare = useGathered((again) => {
    void post('g/find', { Type: 'CaseFile', Reference: reference }).then((answer) => {
      if (answer.Status === 'error') {
        if (gone.has(answer.code)) setNews('gone')
        else if (isPassing(answer.code)) again(waitBefore(2))
      } else if ('version' in answer.data) {
        const shown = shownCase(client, reference)
        if (shown && shown.version < answer.data.version) setNews('changed')
      }
    })
  }, gather_ms)
  useChannel(
    isOpen ? `private-Case.${reference}` : undefined,
    () => look(),
    () => compare(),
  )

  const showAnew = () => {
    setNews(undefined)
    void client.invalidateQueries({ queryKey: ['case', reference] })
  }
  return { news, showAnew }
}

const gone = new Set(['case-not-found', 'not-found'])
