import { lazy, Suspense } from 'react'
import { useStrings } from '#web/strings/strings.ts'
import { Unseen } from '#web/ui/Text.tsx'

const Clean = lazy(() => import('./CleanHtml.tsx').then(({ CleanHtml }) => ({ default: CleanHtml })))

/** HTML that was written by people, cleaned before it is shown. What cleans it is loaded when it is needed. */
export function RichText({ html, className }: { html: string; className?: string }) {
  const t = useStrings().page
  return (
    <Suspense fallback={<Unseen>{t.loading}</Unseen>}>
      <Clean html={html} className={className ?? ''} />
    </Suspense>
  )
}
