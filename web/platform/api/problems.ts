import type { Answer } from '#shared/calls/answer.ts'

/**
 * The validation errors of an answer: every message for the alert, and the first of each field for the field itself.
 */
export type Problems = { messages: string[]; fields: Record<string, string> }

export const noProblems: Problems = { messages: [], fields: {} }

export function problemsIn(answer: Answer): Problems {
  if (answer.Status === 'success') return noProblems
  const fields = Object.entries(answer.payload.errors).flatMap(([field, [first]]) =>
    first === undefined ? [] : [[field, first] as const],
  )
  return { messages: [...new Set(sentencesOf(answer))], fields: Object.fromEntries(fields) }
}

/** Removes the messages of changed fields. */
export function withoutProblemsOf({ messages, fields }: Problems, ...changed: string[]): Problems {
  const removed = new Set(changed.map((field) => fields[field]))
  return {
    messages: messages.filter((message) => !removed.has(message)),
    fields: Object.fromEntries(Object.entries(fields).filter(([field]) => !changed.includes(field))),
  }
}

/** The messages of an answer: those of its fields in order, else its own. */
export function sentencesOf(answer: Answer): string[] {
  const fieldMessages = answer.Status === 'error' ? Object.values(answer.payload.errors).flat() : []
  if (fieldMessages.length > 0) return fieldMessages
  return answer.Message === '' ? [] : [answer.Message]
}
