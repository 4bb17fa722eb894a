import { useStrings } from '#web/platform/strings/strings.ts'
import { VisuallyHidden } from '#web/ui/Text.tsx'
import details from './Details.module.css'
import styles from './Skeletons.module.css'

/** The placeholder of the details while they load. */
export function DetailsSkeleton() {
  return (
    <div className={details.details}>
      <LoadingStatus />
      <div className={details.card}>
        <Lines widths={[70, 25, 90, 60, 80]} />
      </div>
      <div className={details.parties}>
        <div className={details.party}>
          <Lines widths={[30, 60]} />
        </div>
        <div className={details.party}>
          <Lines widths={[30, 60]} />
        </div>
      </div>
    </div>
  )
}

/** The placeholder of the text while it loads. */
export function TextSkeleton() {
  return (
    <div className={styles.page}>
      <LoadingStatus />
      <Lines widths={[40, 30, 95, 98, 92, 97, 60, 96, 91, 98, 45]} />
    </div>
  )
}

function LoadingStatus() {
  const t = useStrings().page
  return (
    <span role="status">
      <VisuallyHidden>{t.loading}</VisuallyHidden>
    </span>
  )
}

function Lines({ widths }: { widths: number[] }) {
  return widths.map((width, index) => (
    <div key={index} className={styles.line} style={{ inlineSize: `${width}%` }} aria-hidden="true" />
  ))
}
