import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ErrorReport } from '#shared/calls/errorReports.ts'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { readerStrings } from '#web/platform/strings/readerStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { showAnswer } from '#web/platform/toasts/toasts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FreeText, Isolated, MomentText } from '#web/ui/Text.tsx'
import styles from './ErrorReports.module.css'

type Props = { reference: string; onGoTo: (block: number) => void }

/** The open reports of errors in a text, for the users who may correct it. */
export function ErrorReports({ reference, onGoTo }: Props) {
  const t = readerStrings[useLanguage()]
  const client = useQueryClient()
  const queryKey = ['error-reports', reference]
  const { data: reports = [] } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      unwrapAnswer(await post('caseFiles/errorReports', { Reference: reference }, { signal })).data,
  })
  if (reports.length === 0) return null

  const markDone = async (id: number) => {
    const answer = await post('caseFiles/errorReportDone', { id }, { isSave: true })
    if (answer.Status === 'error') showAnswer(answer)
    void client.invalidateQueries({ queryKey })
  }
  return (
    <section className={styles.reports} aria-label={t.reports(reports.length)}>
      <h2 className={styles.heading}>{t.reports(reports.length)}</h2>
      <ul>
        {reports.map((report) => (
          <li key={report.id} className={styles.report}>
            <Report report={report} />
            <div className={styles.actions}>
              <Button size="sm" variant="soft" onClick={() => onGoTo(report.paragraph)}>
                {t.reportGoTo}
              </Button>
              <Button size="sm" variant="outline" icon="check" onClick={() => void markDone(report.id)}>
                {t.reportDone}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Report({ report: { quote, message, by, createdAt, changed } }: { report: ErrorReport }) {
  const language = useLanguage()
  const t = readerStrings[language]
  return (
    <>
      <p className={styles.message} dir="auto">
        <FreeText>{message}</FreeText>
      </p>
      {quote !== '' && (
        <p className={styles.quote} lang="dv" dir="auto">
          <FreeText>{quote}</FreeText>
        </p>
      )}
      <small className={styles.source}>
        <bdi>{by}</bdi> · <MomentText moment={createdAt} language={language} />
        {changed && (
          <>
            {' · '}
            <Isolated>{t.reportChanged}</Isolated>
          </>
        )}
      </small>
    </>
  )
}
