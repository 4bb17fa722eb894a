import { batchesOf } from '#shared/batches.ts'
import { demoPassword } from '#db/seed/access.ts'
import { readVocabulary } from '#db/seed/lists.ts'
import { resources } from '#shared/resources/index.ts'
import { path } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import type { SearchInput } from '#shared/calls/search.ts'

/** The requests in flight at once. */
const parallel = 4
const pages = ['/', '/home', '/robots.txt', '/favicon.ico', '/manifest.webmanifest', '/api/docs', '/api/openapi.json']

/** Searches are limited for each user: two users share them. */
const users = ['admin', 'subscriber', 'reader'] as const
type User = (typeof users)[number]
type Call = { path: string; body?: object; as?: User }

/** Sends some two hundred requests, as people who search, read, and keep the lists send them. Returns how many. */
export async function sendRequests(address: string): Promise<number> {
  const tokens = new Map(await Promise.all(users.map(async (user) => [user, await signIn(address, user)] as const)))
  const calls = mixOf<Call>([
    ...searches(),
    ...listCalls(),
    ...(await assetsOf(address)).map((asset) => ({ path: asset })),
  ])
  for (const batch of batchesOf(calls, parallel))
    await Promise.all(batch.map((call) => send(address, call, call.as && tokens.get(call.as))))
  return calls.length
}

/** All of them in another order, in which unlike ones follow each other. */
const mixOf = <One>(all: One[]) => all.flatMap((_, at) => all.slice((at * 37) % all.length).slice(0, 1))

/** Words, two words, phrases, and what is in the search box before a word is finished. */
function searches(): Call[] {
  const words = readVocabulary()
    .filter((word) => /^[ހ-ޱ]{8,}$/u.test(word))
    .slice(0, 28)
  return words.flatMap((word, at) => {
    const cases = [word, `${word} ${words[(at + 1) % words.length]}`, `"${word}"`].map((Query): SearchInput => ({
      Type: 'CaseFile',
      Query,
      Page: 1,
      Facets: true,
    }))
    const phrases: SearchInput = { Type: 'Phrase', Query: word, Page: 1 }
    const as = at % 2 === 0 ? 'subscriber' : 'reader'
    return [
      ...[...cases, phrases].map((body) => ({ path: '/api/g/search', body, as }) as const),
      { path: '/api/g/suggest', body: { Type: 'CaseFile', Query: word.slice(0, 4) }, as },
    ]
  })
}

/** Each list, with the filters that it opens with: its first page, a search in it, and a page of 100 rows. */
function listCalls(): Call[] {
  return resources.flatMap((resource: Resource) => {
    const filters = Object.entries(resource.filters ?? {}).map(([name, filter]) => [name, filter.default])
    return [{ PageSize: 10 }, { PageSize: 10, SearchQuery: 'ކޯޓު' }, { PageSize: 100 }].map((paging) => ({
      path: `/api/${path(resource, 'get')}`,
      body: { Page: 1, ...paging, ...(Object.fromEntries(filters) as object) },
      as: 'admin' as const,
    }))
  })
}

async function assetsOf(address: string) {
  const html = await (await fetch(address)).text()
  return [...pages, ...[...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, asset = '']) => asset)]
}

async function signIn(address: string, name: string) {
  const body = { email: `${name}@hukum.test`, password: demoPassword }
  const { encodedToken } = JSON.parse(await send(address, { path: '/api/auth/login', body })) as {
    encodedToken: string
  }
  return encodedToken
}

async function send(address: string, { path: at, body }: Call, token?: string) {
  const response = await fetch(`${address}${at}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${at} answered ${response.status}: ${text}`)
  return text
}
