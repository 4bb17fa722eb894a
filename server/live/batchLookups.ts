import type { KnownSession } from '#server/session/session.ts'

type FindSessions = (ids: readonly string[]) => Promise<KnownSession[]>
type Question = { ids: Set<string>; answer: Promise<ReadonlyMap<string, KnownSession>> }

/**
 * One question at a time: what is asked meanwhile is asked together after it. So no answer is older than one before it,
 * a right that was taken does not come back, and ten thousand who come at once are a few questions.
 */
export function inTurn(find: FindSessions): FindSessions {
  let last: Promise<unknown> = Promise.resolve()
  let next: Question | undefined

  function open(): Question {
    const ids = new Set<string>()
    const answer = last.then(async () => {
      next = undefined
      return new Map((await find([...ids])).map((session) => [session.id, session]))
    })
    last = answer.catch(() => undefined)
    return { ids, answer }
  }

  return async (ids) => {
    const question = (next ??= open())
    for (const id of ids) question.ids.add(id)
    const found = await question.answer
    return ids.flatMap((id) => found.get(id) ?? [])
  }
}
