import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { sanitizeTask, withPictureLinks } from '#server/html/sanitize.ts'
import type { Context } from '#server/endpoint/context.ts'
import { type Endpoints, publicEndpoint } from '#server/endpoint/endpoint.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { pageInput, type PageAnswer } from '#shared/calls/pages.ts'
import { languageOfRoute } from '#shared/resources/dynamicPages.ts'

/** Letters of sanitized pages in memory: those of all pages of a library. */
const cachedLetters = 2_000_000

/** The version of a page → its sanitized text. */
type Cache = LRUCache<string, string>

export function pageEndpoints(): Endpoints {
  const cache: Cache = new LRUCache({ maxSize: cachedLetters, sizeCalculation: (clean) => clean.length + 1 })
  return {
    'p/getDp': publicEndpoint({
      about:
        'A dynamic page by its route. The page `faq-en` is the English version of the page `faq`, for clients in English.',
      input: pageInput,
      rateLimits: ['page'],
      transaction: false,
      run: async (context, { Route }): Promise<PageAnswer> => {
        const { clean, route } = await readPage(context, cache, Route)
        const Content = withPictureLinks(clean, (id) => context.signedFileUrl(id, 'session'))
        return { Data: { page_content: { Content, Language: languageOfRoute(route) } } }
      },
    }),
  }
}

type Page = { clean: string; /** Of the version that is shown. */ route: string }

/** The text of a page, which is sanitized once for each of its versions. */
async function readPage({ db, language, offload }: Context, cache: Cache, route: string): Promise<Page> {
  const { rows } = await sql<{ id: number; version: number; route: string; page_content: string }>`
    select id, version, route, page_content
      from dynamic_pages
     where route in (${route}, ${`${route}-${language}`})
       and page_content <> ''
     order by route = ${route}
     limit 1`.execute(db)
  const [page] = rows
  if (!page) throw new ApiError('page-not-found')
  const key = `${page.id} ${page.version}`
  const known = cache.get(key)
  if (known !== undefined) return { clean: known, route: page.route }
  const [clean = ''] = await offload(sanitizeTask, [page.page_content])
  cache.set(key, clean)
  return { clean, route: page.route }
}
