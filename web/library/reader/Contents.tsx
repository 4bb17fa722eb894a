import type { Annotation } from '#shared/calls/search.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { CaseNumber, FreeText } from '#web/ui/Text.tsx'
import { openCase } from './linkTargets.ts'
import type { Heading } from '#web/richText/readDocument.ts'
import { AnnotationIcon } from '#web/richText/AnnotationIcon.tsx'
import styles from './Contents.module.css'

type Props = {
  headings: Heading[]
  cited: string[]
  /** The id of the heading of the visible text. */
  currentHeading: string | undefined
  onHeading: (id: string) => void
  /** The annotations, where the sidebar does not list them. */
  annotations?: Annotation[]
  onAnnotation?: (key: string) => void
}

/** The table of contents, and the cited cases. */
export function Contents({ headings, cited, currentHeading, onHeading, annotations = [], onAnnotation }: Props) {
  const t = useStrings().reader
  return (
    <div className={styles.contents}>
      {headings.length > 0 && (
        <nav aria-label={t.contents}>
          <h2 className={styles.title}>{t.contents}</h2>
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
      {cited.length > 0 && <CitedCases numbers={cited} />}
      {annotations.length > 0 && <AnnotationList annotations={annotations} onAnnotation={onAnnotation} />}
    </div>
  )
}

function CitedCases({ numbers }: { numbers: string[] }) {
  const t = useStrings().reader
  return (
    <section>
      <h2 className={styles.title}>{t.cited}</h2>
      <ul>
        {numbers.map((number) => (
          <li key={number}>
            <button
              type="button"
              className={styles.entry}
              aria-label={t.openCase(number)}
              onClick={() => void openCase(number)}
            >
              <CaseNumber>{number}</CaseNumber>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type AnnotationListProps = { annotations: Annotation[]; onAnnotation: ((key: string) => void) | undefined }

function AnnotationList({ annotations, onAnnotation }: AnnotationListProps) {
  const t = useStrings().reader
  return (
    <section>
      <h2 className={styles.title}>{t.notes}</h2>
      <ul>
        {annotations.map(({ key, type, title }) => (
          <li key={key}>
            <button
              type="button"
              className={styles.entry}
              aria-label={t.annotation(t.types[type], title)}
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
