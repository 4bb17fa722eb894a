import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openIndex } from '#server/search/workers/openIndex.ts'
import { parseQuery } from '#shared/text/query/parse.ts'

type Settings = { folder: string; databaseUrl: string; mayIndex?: boolean }

const paging = { sort: 'relevance', page: 1, page_size: 12, unpublished: false } as const

/** Opens an index in a process of its own. */
export function openIndexProcess(settings: Settings) {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(settings)])
  let lastId = 0
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ask = (request: { refresh: true } | { count: string }) =>
    new Promise<number | string>((resolve) => {
      const id = (lastId += 1)
      const receive = (answer: { id: number; result: number | string }) => {
        if (answer.id !== id) return
        child.off('message', receive)
        resolve(answer.result)
      }
      child.on('message', receive)
      child.send({ id, ...request })
    })
  return {
    ended,
    kill: () => child.kill('SIGKILL'),
    suspend: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    /** Resolves once everything committed before the call can be found. */
    waitForRefresh: () => ask({ refresh: true }),
    /** How many cases a word finds; the code of the error when the search is refused. */
    count: (word: string) => ask({ count: word }),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const index = await openIndex({ threads: 1, ...(JSON.parse(process.argv[2] ?? '') as Settings) })
  const count = async (word: string) =>
    index.searchCases({ parsed: parseQuery(word) }, paging).then(
      (found) => found.count,
      (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
    )
  process.on('message', ({ id, ...request }: { id: number; refresh?: true; count?: string }) => {
    const result = request.count === undefined ? index.waitForRefresh().then(() => 0) : count(request.count)
    void result.then((answer) => process.send?.({ id, result: answer }))
  })
  process.once('disconnect', () => process.exit())
}
