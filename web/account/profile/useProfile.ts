import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '#shared/calls/answer.ts'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { restoreSession } from '#web/platform/session/session.ts'

const queryKey = ['auth/profile']

/** The own account, as it is on the server. */
export const useProfile = () =>
  useQuery({ queryKey, queryFn: async ({ signal }) => unwrapAnswer(await post('auth/profile', {}, { signal })).data })

/** Changes of the own account: what is shown of it here and in the frame follows. */
export function useProfileChanges() {
  const queries = useQueryClient()
  const follow = async <Body extends object>(answer: Answer<Body>) => {
    if (answer.Status === 'success') await Promise.all([queries.invalidateQueries({ queryKey }), restoreSession()])
    return answer
  }
  return {
    rename: async (Name: string) => follow(await post('auth/profile/update', { Name })),
    /** The bytes of a picture in base64; null takes it away. */
    changePicture: async (Image: string | null) => follow(await post('auth/profile/avatar', { Image })),
  }
}
