import { readVocabulary } from '#db/seed/lists.ts'
import { buildRandom } from '#db/seed/random.ts'
import { type ApiClient, signedIn } from '#test/apiClient.ts'
import { buildUser, password } from '#test/factories.ts'

/** A call of the API; without a body it is a GET. */
export type Call = { path: string; body?: object; client: ApiClient }
/** `calls` makes the given number of calls; `limit_ms` bounds what one takes in all threads of the server; `largestWarm` is set where a call is dear to prepare. */
export type Kind = { calls: (count: number) => Promise<Call[]>; limit_ms: number; largestWarm?: number }

type Callers = Record<'subscriber' | 'editor', ApiClient>

/** The kinds of requests in the order in which they are measured. */
export function kindsOf(address: string, databaseUrl: string, { subscriber, editor }: Callers): Record<string, Kind> {
  // A court with more cases than that.
  const list = { Court: 3, Page: 1, PageSize: 50 }
  return {
    search: {
      limit_ms: 6,
      calls: async (count) => searches(count).map((body) => ({ path: 'g/search', body, client: subscriber })),
    },
    'auth/me': { limit_ms: 1, calls: async (count) => repeat(count, () => ({ path: 'auth/me', client: subscriber })) },
    'list of 50': {
      limit_ms: 2,
      calls: async (count) => repeat(count, () => ({ path: 'caseFiles/get', body: list, client: editor })),
    },
    'saved cell': {
      limit_ms: 6,
      calls: async (count) => {
        const { data } = (await editor.done('caseFiles/get', list)) as { data: { id: number }[] }
        const save = (at: number) => ({ id: data[at % data.length]?.id, title: `Title ${crypto.randomUUID()}` })
        return repeat(count, (at) => ({ path: 'caseFiles/partialUpdate', body: save(at), client: editor }))
      },
    },
    'log-out': {
      limit_ms: 6,
      largestWarm: 150,
      calls: async (count) =>
        (await signInAll(address, databaseUrl, count)).map((client) => ({ path: 'auth/logout', body: {}, client })),
    },
  }
}

const repeat = <One>(count: number, one: (at: number) => One) => Array.from({ length: count }, (_, at) => one(at))

const vocabulary = readVocabulary().filter((word) => /^[ހ-ޱ]{5,}$/u.test(word))
const random = buildRandom(7)
const usual = () => random.pick(vocabulary.slice(20, 2000))
const forms = [usual, () => `${usual()} ${usual()}`, () => random.pick(vocabulary.slice(0, 20)), () => `"${usual()}"`]

/** Searches of cases as the web sends them: a word, two words, a frequent word, a quoted word. */
const searches = (count: number) =>
  repeat(count, (at) => ({ Type: 'CaseFile', Query: forms[at % forms.length]?.(), Page: 1, Facets: true }))

/** Users have few sessions each: one more ends their oldest. */
const sessionsOfUser = 5

async function signInAll(address: string, databaseUrl: string, count: number): Promise<ApiClient[]> {
  const clients: ApiClient[] = []
  while (clients.length < count) {
    const email = await buildUser(databaseUrl)
    for (let at = 0; at < sessionsOfUser; at += 1) clients.push(await signedIn(address, email, password))
  }
  return clients.slice(0, count)
}
