import type { Annotation } from '#shared/calls/search.ts'
import { useStrings } from '#web/strings/strings.ts'
import { CaseNumber } from '#web/ui/Text.tsx'
import { openCase } from './openCase.ts'
import type { Heading } from './readDocument.ts'
import { Sign } from './Sign.tsx'
import styles from './Contents.module.css'

type Props = {
  headings: Heading[]
  cited: string[]
  /** The id of the heading under which the text is being read. */
  reading: string | undefined
  onHeading: (id: string) => void
  /** What was remarked about the text, where it is not listed beside. */
  annotations?: Annotation[]
  onAnnotation?: (key: string) => void
}

/** The parts of the text, and the cases that it cites. */
export function Contents({ headings, cited, reading, onHeading, annotations = [], onAnnotation }: Props) {
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
                  aria-current={id === reading ? 'true' : undefined}
                  onClick={() => onHeading(id)}
                >
                  <bdi lang="dv">{text}</bdi>
                </button>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {cited.length > 0 && <Cited numbers={cited} />}
      {annotations.length > 0 && <Remarked annotations={annotations} onAnnotation={onAnnotation} />}
    </div>
  )
}

function Cited({ numbers }: { numbers: string[] }) {
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

type RemarkedProps = { annotations: Annotation[]; onAnnotation: ((key: string) => void) | undefined }

function Remarked({ annotations, onAnnotation }: RemarkedProps) {
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
              <Sign type={type} /> <bdi lang="dv">{title}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
