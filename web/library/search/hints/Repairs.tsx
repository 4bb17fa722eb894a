import type { Repair } from '#shared/calls/search.ts'
import { type RepairCode, repairs as sentences } from '#shared/text/query/repairs.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Interpolate, FreeText } from '#web/ui/Text.tsx'
import styles from './Hints.module.css'

const isKnown = (code: string): code is RepairCode => Object.hasOwn(sentences, code)

/** The repairs of the query, in the language of the interface. */
export function Repairs({ repairs }: { repairs: readonly Repair[] }) {
  const languageIndex = useLanguage() === 'dv' ? 0 : 1
  return (
    <ul className={styles.repairs}>
      {repairs.map(({ code, at }, index) =>
        isKnown(code) ? (
          <li key={index} className={styles.repair}>
            <Icon name="info" size={16} />
            <span>
              <Interpolate
                sentence={sentences[code][languageIndex]}
                values={{
                  at: (
                    <bdi className={styles.at}>
                      <FreeText>{at}</FreeText>
                    </bdi>
                  ),
                }}
              />
            </span>
          </li>
        ) : null,
      )}
    </ul>
  )
}
