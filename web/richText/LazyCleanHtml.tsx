import { Suspense } from 'react'
import { useStrings } from '#web/platform/strings/strings.ts'
import { VisuallyHidden } from '#web/ui/Text.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'

const Clean = lazyWithRetry(() => import('./CleanHtml.tsx'), 'CleanHtml')

/** User-written HTML, sanitized before it is shown. The sanitizer is loaded lazily. */
export function LazyCleanHtml({ html, className }: { html: string; className?: string }) {
  const strings = useStrings().page
  return (
    <Suspense fallback={<VisuallyHidden>{strings.loading}</VisuallyHidden>}>
      <Clean html={html} className={className ?? ''} />
    </Suspense>
  )
}
