import type { Answer } from '#shared/calls/answer.ts'
import { backoff } from '#shared/backoff.ts'
import { randomUuid } from '#web/platform/randomUuid.ts'

/** After these, the same save is sent again: together about ten seconds, in which a database restarts. */
const repeatedCodes = new Set(['network', 'unavailable', 'save-in-progress'])
const repeats = 5

/** After these, it is not known whether the save was made. */
const unknownCodes = new Set([...repeatedCodes, 'timeout', 'unreadable'])

/** The keys of saves whose answer was lost, by call and body: the same save, made again by the user, has the same key. */
const unanswered = new Map<string, string>()

/** Sends a save until its answer arrives: each time with the same idempotency key, so that it is made once. */
export async function sendSave<Body extends object>(
  { path, body }: { path: string; body: string },
  send: (key: string) => Promise<Answer<Body>>,
): Promise<Answer<Body>> {
  const save = `${path} ${body}`
  const key = unanswered.get(save) ?? randomUuid()
  unanswered.set(save, key)
  for (let attempts = 0; ; attempts += 1) {
    const answer = await send(key)
    const code = answer.Status === 'error' ? answer.code : ''
    if (!unknownCodes.has(code)) unanswered.delete(save)
    if (!repeatedCodes.has(code) || attempts === repeats) return answer
    await pause(backoff(attempts, { first_ms: 500, longest_ms: 4000 }))
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
