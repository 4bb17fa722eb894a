import type { Answer } from '#shared/calls/answer.ts'
import { sentencesOf } from './sentences.ts'

/** What an answer says is wrong: every sentence for the alert, and the first about each field for its place. */
export type Problems = { messages: string[]; fields: Record<string, string> }

export const noProblems: Problems = { messages: [], fields: {} }

export function problemsIn(answer: Answer): Problems {
  if (answer.Status === 'success') return noProblems
  const fields = Object.entries(answer.payload.errors).flatMap(([field, [first]]) =>
    first === undefined ? [] : [[field, first] as const],
  )
  return { messages: [...new Set(sentencesOf(answer))], fields: Object.fromEntries(fields) }
}

/** Once a field is changed, what was said about it no longer holds. */
export function without({ messages, fields }: Problems, ...changed: string[]): Problems {
  const gone = new Set(changed.map((field) => fields[field]))
  return {
    messages: messages.filter((message) => !gone.has(message)),
    fields: Object.fromEntries(Object.entries(fields).filter(([field]) => !changed.includes(field))),
  }
}
