import { formatMoment } from '#shared/text/dates.ts'
import { useLanguage, useStrings } from '#web/strings/strings.ts'
import { DateText } from '#web/ui/Text.tsx'
import { agoOf } from './ago.ts'

/** How long ago; the exact time, as it is in the Maldives, is shown when the pointer rests on it. */
export function Moment({ at, now }: { at: string; now: number }) {
  const { sessions: words } = useStrings()
  const language = useLanguage()
  const ago = agoOf(at, now)
  if (ago.unit === 'since') return <DateText day={ago.day} language={language} />
  return (
    <time dateTime={at} title={formatMoment(at, language)}>
      {ago.unit === 'now' ? words.ago.now : words.ago[ago.unit](ago.count)}
    </time>
  )
}
