import type { Annotation, CaseSummary, Citations } from '#shared/calls/search.ts'
import { isolateNumbers } from '#shared/text/format/isolate.ts'
import { paths } from '#web/platform/paths.ts'
import { readerStrings } from '#web/platform/strings/readerStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { CaseNumber, FreeText } from '#web/ui/Text.tsx'
import { openCase } from './linkTargets.ts'
import { casesByNumber } from './useCitations.ts'
import type { Heading } from '#web/richText/readDocument.ts'
import { AnnotationIcon } from '#web/richText/AnnotationIcon.tsx'
import styles from './Contents.module.css'

type Props = {
  headings: Heading[]
  cited: string[]
  /** The cases of the cited numbers and those that cite this case, once they are loaded. */
  citations: Citations | undefined
  /** The id of the heading of the visible text. */
  currentHeading: string | undefined
  onHeading: (id: string) => void
  /** The annotations, where the sidebar does not list them. */
  annotations?: Annotation[]
  onAnnotation?: (key: string) => void
}

/** The table of contents, and the cited cases. */
export function Contents({
  headings,
  cited,
  citations,
  currentHeading,
  onHeading,
  annotations = [],
  onAnnotation,
}: Props) {
  const strings = useStrings().reader
  return (
    <div className={styles.contents}>
      {headings.length > 0 && (
        <nav aria-label={strings.contents}>
          <h2 className={styles.title}>{strings.contents}</h2>
          <ul>
            {headings.map(({ id, text, level }) => (
              <li key={id}>
                <button
                  type="button"
                  className={styles.entry}
                  data-level={level}
                  aria-current={id === currentHeading ? 'true' : undefined}
                  onClick={() => onHeading(id)}
                >
                  <bdi lang="dv">
                    <FreeText>{text}</FreeText>
                  </bdi>
                </button>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {cited.length > 0 && <CitedCases numbers={cited} cases={casesByNumber(citations)} />}
      {citations && citations.cited_by.length > 0 && <CitingCases citations={citations} />}
      {annotations.length > 0 && <AnnotationList annotations={annotations} onAnnotation={onAnnotation} />}
    </div>
  )
}

type CitedCasesProps = { numbers: string[]; cases: ReadonlyMap<string, CaseSummary> }

/** The cited numbers. One whose case is not known is looked up by a click. */
function CitedCases({ numbers, cases }: CitedCasesProps) {
  const strings = useStrings().reader
  return (
    <section>
      <h2 className={styles.title}>{strings.cited}</h2>
      <ul>
        {numbers.map((number) => (
          <li key={number}>
            <CaseLink number={number} cited={cases.get(number)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type CaseLinkProps = { number: string; cited: CaseSummary | undefined }

function CaseLink({ number, cited }: CaseLinkProps) {
  const strings = useStrings().reader
  return (
    <a
      className={styles.entry}
      href={cited ? paths.case({ ref: cited.reference }) : paths.search(number)}
      target="_blank"
      rel="noopener"
      aria-label={strings.openCase(number)}
      title={cited && isolateNumbers(cited.title)}
      onClick={(event) => {
        if (cited || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        void openCase(number)
      }}
    >
      <CaseNumber>{number}</CaseNumber>
    </a>
  )
}

/** The newest cases that cite this one. */
function CitingCases({ citations: { cited_by, cited_by_count } }: { citations: Citations }) {
  const strings = readerStrings[useLanguage()]
  const hidden = cited_by_count - cited_by.length
  return (
    <section>
      <h2 className={styles.title}>{strings.citedBy}</h2>
      <ul>
        {cited_by.map((citing) => (
          <li key={citing.reference}>
            <CaseLink number={citing.case_numbers[0]?.number ?? citing.title} cited={citing} />
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className={styles.title}>{strings.moreCitedBy(hidden)}</p>}
    </section>
  )
}

type AnnotationListProps = { annotations: Annotation[]; onAnnotation: ((key: string) => void) | undefined }

function AnnotationList({ annotations, onAnnotation }: AnnotationListProps) {
  const strings = useStrings().reader
  return (
    <section>
      <h2 className={styles.title}>{strings.notes}</h2>
      <ul>
        {annotations.map(({ key, type, title }) => (
          <li key={key}>
            <button
              type="button"
              className={styles.entry}
              aria-label={strings.annotation(strings.types[type], title)}
              onClick={() => onAnnotation?.(key)}
            >
              <AnnotationIcon type={type} />{' '}
              <bdi lang="dv">
                <FreeText>{title}</FreeText>
              </bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
