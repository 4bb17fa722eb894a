import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PhraseDetails } from '#shared/calls/search.ts'
import { failureOf, unwrapAnswer } from '#web/platform/api/query.ts'
import { paths } from '#web/platform/paths.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { EmptyState, ErrorState } from '#web/ui/States.tsx'
import { SectionSpinner } from '#web/ui/Spinner.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { CaseNumber, FreeText, VisuallyHidden } from '#web/ui/Text.tsx'
import { LazyCleanHtml } from '#web/richText/LazyCleanHtml.tsx'
import { post } from '#web/platform/api/client.ts'
import styles from './PhraseModal.module.css'

type Props = {
  /** Undefined while the modal is closed. */
  reference: string | undefined
  onClose: () => void
}

/** A legal phrase in its three languages, its meaning, and the cases that use it. */
export function PhraseModal({ reference, onClose }: Props) {
  const { phrase: strings, actions } = useStrings()
  return (
    <Modal.Root opened={reference !== undefined} onClose={onClose} size="lg" padding="lg">
      <Modal.Overlay />
      <Modal.Content>
        {/* A plain element, because Mantine's header would be a second banner landmark. */}
        <div className={styles.head}>
          <Modal.Title className={styles.heading ?? ''}>{strings.label}</Modal.Title>
          <IconButton icon="close" label={actions.close} onClick={onClose} />
        </div>
        <Modal.Body>{reference !== undefined && <Phrase reference={reference} />}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Phrase({ reference }: { reference: string }) {
  const { phrase: strings, actions, page } = useStrings()
  const query = useQuery(phraseQuery(reference))
  if (query.isPending) return <SectionSpinner label={page.loading} />
  if (query.isSuccess) return <Meaning phrase={query.data} />

  const failure = failureOf(query.error)
  if (failure && /not-found|invalid/.test(failure.code)) return <EmptyState icon="book" title={strings.notFound} />
  return (
    <ErrorState
      title={strings.failed}
      {...(failure && { message: failure.Message })}
      retryLabel={actions.retry}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  )
}

function Meaning({ phrase }: { phrase: PhraseDetails }) {
  const { phrase: strings } = useStrings()
  const { dhivehi_phrase, english_phrase, arabic_phrase, short_meaning, meaning, used_cases } = phrase
  return (
    <div className={styles.phrase}>
      <dl className={styles.languages}>
        <Language name={strings.dhivehi} lang="dv" dir="rtl" text={dhivehi_phrase} />
        <Language name={strings.english} lang="en" dir="ltr" text={english_phrase} />
        <Language name={strings.arabic} lang="ar" dir="rtl" text={arabic_phrase} />
      </dl>
      {short_meaning !== '' && (
        <section>
          <h3 className={styles.name}>{strings.shortMeaning}</h3>
          <p className={styles.short} lang="dv" dir="auto">
            <FreeText>{short_meaning}</FreeText>
          </p>
        </section>
      )}
      {meaning !== '' && (
        <section>
          <h3 className={styles.name}>{strings.meaning}</h3>
          <LazyCleanHtml html={meaning} />
        </section>
      )}
      {used_cases.length > 0 && <UsedCases cases={used_cases} />}
    </div>
  )
}

type LanguageProps = { name: string; lang: 'dv' | 'en' | 'ar'; dir: 'rtl' | 'ltr'; text: string }

function Language({ name, lang, dir, text }: LanguageProps) {
  if (text === '') return null
  return (
    <div>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles[lang]} dir={dir === 'rtl' ? dir : undefined}>
        <bdi lang={lang} dir={dir}>
          <FreeText>{text}</FreeText>
        </bdi>
      </dd>
    </div>
  )
}

function UsedCases({ cases }: { cases: PhraseDetails['used_cases'] }) {
  const { phrase: strings, viewer } = useStrings()
  return (
    <section>
      <h3 className={styles.name}>{strings.usedCases}</h3>
      <ul className={styles.cases}>
        {cases.map(({ number, reference }) => (
          <li key={`${reference} ${number}`}>
            <a className={styles.case} href={paths.case({ ref: reference })} target="_blank" rel="noopener">
              <CaseNumber>{number}</CaseNumber>
              <Icon name="external" size={15} />
              <VisuallyHidden>{viewer.opensInNewTab}</VisuallyHidden>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The query of a phrase, shared by its dialog and the definitions in a text. */
export const phraseQuery = (reference: string) => ({
  queryKey: ['phrase', reference],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<PhraseDetails> => {
    const { data } = unwrapAnswer(await post('g/find', { Type: 'Phrase', Reference: reference }, { signal }))
    if (!('meaning' in data)) throw new Error('The server returned no phrase.')
    return data
  },
})
