import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import type { Language } from '#shared/messages.ts'
import { post } from '#web/platform/api/client.ts'
import { failureOf, unwrapAnswer } from '#web/platform/api/query.ts'
import { routes } from '#web/platform/paths.ts'
import { ButtonLink, TextLink } from '#web/platform/navigation/links.tsx'
import { directionOf, useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import prose from '#web/richText/CleanHtml.module.css'
import type * as Sanitizer from '#web/richText/sanitizer.ts'
import { otherScriptOf } from '#web/richText/scriptOf.ts'
import { classes } from '#web/ui/classes.ts'
import { SectionSpinner } from '#web/ui/Spinner.tsx'
import { ErrorState } from '#web/ui/States.tsx'
import { PageHeading } from '#web/ui/Text.tsx'
import styles from './PageScreen.module.css'

/** A page written by the staff: `/dp/faq`. */
export function PageScreen() {
  const { page } = useParams({ strict: false })
  return <DynamicPage page={page ?? ''} />
}

/** `/terms` shows the same page as `/dp/terms`. */
export function TermsScreen() {
  return <DynamicPage page="terms" />
}

function DynamicPage({ page }: { page: string }) {
  const { actions, page: strings, errors, entries } = useStrings()
  const content = useContent(page)

  if (content.isPending) return <SectionSpinner label={strings.loading} />
  const failure = failureOf(content.error)
  // The page is missing or empty, or its name is invalid.
  if (failure && ['page-not-found', 'invalid'].includes(failure.code)) return <Navigate to={routes.notFound} replace />
  // What was fetched before stays when it cannot be fetched again.
  if (!content.data)
    return (
      <ErrorState
        title={errors.title}
        {...(failure && { message: failure.Message })}
        retryLabel={actions.retry}
        onRetry={() => void content.refetch()}
        retrying={content.isFetching}
      />
    )
  const { html, hasHeading, language } = content.data
  return (
    <div className={styles.page}>
      <ButtonLink to={routes.root} variant="ghost" icon="back" className={styles.back}>
        {actions.backHome}
      </ButtonLink>
      <article className={styles.article}>
        {!hasHeading && <PageHeading>{page === 'faq' ? entries.faq : entries.terms}</PageHeading>}
        {/* The content keeps its own direction, whatever the language of the interface. */}
        <div
          className={classes(prose.rich, styles.content)}
          lang={language}
          dir={directionOf(language)}
          dangerouslySetInnerHTML={{ __html: html }}
        />
      </article>
      <p className={styles.about}>
        <TextLink to={routes.about}>{entries.about}</TextLink>
      </p>
    </div>
  )
}

function useContent(page: string) {
  // The server answers with the version in the language of the interface, if the page has one.
  const language = useLanguage()
  const { reader } = useStrings()
  return useQuery({
    queryKey: ['p/getDp', page, language],
    queryFn: async ({ signal }) => {
      const [answer, sanitizer] = await Promise.all([
        post('p/getDp', { Route: page }, { signal }),
        import('#web/richText/sanitizer.ts'),
      ])
      const { Content, Language } = unwrapAnswer(answer).Data.page_content
      return safeHtml(sanitizer, { dirty: Content, language: Language, tableLabel: reader.table })
    },
  })
}

type Html = { dirty: string; language: Language; tableLabel: (number: number) => string }

/**
 * Sanitizes the HTML of a page. Its first heading, if any, becomes the heading of the screen and takes the focus on
 * opening. A block that is wholly in another script than `language` has a direction of its own. `tableLabel` names the frames
 * of its tables by their numbers.
 */
function safeHtml(
  { sanitize, isolateNumbersIn, frameTables, trustedHtml }: typeof Sanitizer,
  { dirty, language, tableLabel }: Html,
) {
  const fragment = sanitize(dirty, { USE_PROFILES: { html: true }, FORBID_ATTR: ['style'] })
  isolateNumbersIn(fragment)
  frameTables(fragment, tableLabel)
  const heading = fragment.querySelector('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.setAttribute('data-page-heading', '')
  for (const link of fragment.querySelectorAll('a[target]')) link.setAttribute('rel', 'noopener noreferrer')
  for (const block of fragment.children)
    if (!block.hasAttribute('dir'))
      for (const [name, value] of Object.entries(otherScriptOf(block.textContent, language) ?? {}))
        block.setAttribute(name, value)
  return { html: trustedHtml(fragment), hasHeading: heading !== null, language }
}
