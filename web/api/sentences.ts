import type { Answer } from '#shared/calls/answer.ts'

/** The sentences of an answer, in the order of its fields. */
export function sentencesOf(answer: Answer): string[] {
  const ofFields = answer.Status === 'error' ? Object.values(answer.payload.errors).flat() : []
  if (ofFields.length > 0) return ofFields
  return answer.Message === '' ? [] : [answer.Message]
}
