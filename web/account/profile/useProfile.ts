import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '#shared/calls/answer.ts'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { restoreSession } from '#web/platform/session/session.ts'

const queryKey = ['auth/profile']

/** The user's own profile. */
export const useProfile = () =>
  useQuery({ queryKey, queryFn: async ({ signal }) => unwrapAnswer(await post('auth/profile', {}, { signal })).data })

/** Changes the user's own profile; a success refreshes it here and in the app shell. */
export function useProfileChanges() {
  const queries = useQueryClient()
  const refreshOnSuccess = async <Body extends object>(answer: Answer<Body>) => {
    if (answer.Status === 'success') await Promise.all([queries.invalidateQueries({ queryKey }), restoreSession()])
    return answer
  }
  return {
    rename: async (Name: string) => refreshOnSuccess(await post('auth/profile/update', { Name })),
    /** A picture in base64; null removes it. */
    changePicture: async (Image: string | null) => refreshOnSuccess(await post('auth/profile/avatar', { Image })),
  }
}
