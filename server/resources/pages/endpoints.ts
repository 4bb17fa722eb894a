import { sql } from 'kysely'
import { sanitizeTask, withPictureLinks } from '#server/html/sanitize.ts'
import { type Endpoints, publicEndpoint } from '#server/endpoint/endpoint.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { pageInput, type PageAnswer } from '#shared/calls/pages.ts'

export const pageEndpoints: Endpoints = {
  'p/getDp': publicEndpoint({
    about:
      'A dynamic page by its route. The page `faq-en` is the English version of the page `faq`, for clients in English.',
    input: pageInput,
    run: async ({ db, language, signedFileUrl, offload }, { Route }): Promise<PageAnswer> => {
      const { rows } = await sql<{ page_content: string }>`
        select page_content
          from dynamic_pages
         where route in (${Route}, ${`${Route}-${language}`})
           and page_content <> ''
         order by route = ${Route}
         limit 1`.execute(db)
      if (!rows[0]) throw new ApiError('page-not-found')
      const [clean = ''] = await offload(sanitizeTask, [rows[0].page_content])
      return { Data: { page_content: { Content: withPictureLinks(clean, (id) => signedFileUrl(id, 'session')) } } }
    },
  }),
}
