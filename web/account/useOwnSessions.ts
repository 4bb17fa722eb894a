import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { post } from '#web/api/client.ts'
import { succeed } from '#web/api/query.ts'
import { showAnswer, showToast } from '#web/shell/toasts.ts'
import { useStrings } from '#web/strings/strings.ts'

const queryKey = ['auth/sessions']

/** Where one is logged in, and when that was asked: this device first, then by when each was last used. */
export const useOwnSessions = () =>
  useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { data } = succeed(await post('auth/sessions', {}, { signal }))
      const sessions = data.toSorted(
        (a, b) => Number(b.current) - Number(a.current) || b.seen_at.localeCompare(a.seen_at),
      )
      return { sessions, now: Date.now() }
    },
    // A session may begin or end elsewhere at any time.
    staleTime: 0,
  })

/** What is to be ended: one session, or all but this one. */
export type Ending = { id: string } | 'others'

export function useEnding() {
  const { sessions: words } = useStrings()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)

  const end = async (ending: Ending) => {
    setBusy(true)
    const answer =
      ending === 'others' ? await post('auth/sessions/endOthers', {}) : await post('auth/sessions/end', ending)
    await queries.invalidateQueries({ queryKey })
    setBusy(false)
    if (answer.Status === 'success') showToast('good', words.ended)
    else showAnswer(answer)
  }
  return { busy, end }
}
