import { Suspense } from 'react'
import { useStrings } from '#web/strings/strings.ts'
import { Unseen } from '#web/ui/Text.tsx'
import { later } from '#web/ui/later.ts'

const Clean = later(() => import('./CleanHtml.tsx'), 'CleanHtml')

/** HTML that was written by people, cleaned before it is shown. What cleans it is loaded when it is needed. */
export function RichText({ html, className }: { html: string; className?: string }) {
  const t = useStrings().page
  return (
    <Suspense fallback={<Unseen>{t.loading}</Unseen>}>
      <Clean html={html} className={className ?? ''} />
    </Suspense>
  )
}
