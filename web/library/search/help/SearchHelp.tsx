import { Modal } from '@mantine/core'
import { isFili } from '#shared/text/language/fold.ts'
import { keyboardRows, type KeyCap } from '#shared/text/language/keyboard.ts'
import { searchHelp } from '#web/platform/strings/searchHelp.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { FreeText, Isolated, VisuallyHidden } from '#web/ui/Text.tsx'
import styles from './SearchHelp.module.css'

/** The query syntax, and the phonetic Thaana keyboard. */
export function SearchHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { actions } = useStrings()
  const { title, ways, keyboard } = searchHelp[useLanguage()]
  return (
    <Modal.Root opened={opened} onClose={onClose} size="lg" padding="lg">
      <Modal.Overlay />
      <Modal.Content>
        {/* A plain element, because Mantine's header would be a second banner landmark. */}
        <div className={styles.head}>
          <Modal.Title className={styles.title ?? ''}>{title}</Modal.Title>
          <IconButton icon="close" label={actions.close} onClick={onClose} />
        </div>
        <Modal.Body className={styles.body ?? ''}>
          <section>
            <h3 className={styles.heading}>{ways.heading}</h3>
            <Ways ways={ways} />
          </section>
          <section className={styles.keyboard}>
            <h3 className={styles.heading}>{keyboard.heading}</h3>
            <p>
              <Isolated>{keyboard.lead}</Isolated>
            </p>
            <KeyboardPicture label={keyboard.heading} describe={keyboard.key} />
            <p className={styles.note}>
              <Isolated>{keyboard.undo}</Isolated>
            </p>
            <p className={styles.note}>{keyboard.numbers}</p>
          </section>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Ways({ ways }: { ways: (typeof searchHelp)['dv']['ways'] }) {
  return (
    <table className={styles.ways}>
      <thead>
        <tr>
          <th scope="col">{ways.write}</th>
          <th scope="col">{ways.finds}</th>
        </tr>
      </thead>
      <tbody>
        {ways.rows.map(({ write, finds }) => (
          <tr key={write[0]}>
            <td>
              {write.map((example) => (
                <bdi key={example} className={styles.example} dir="auto">
                  <FreeText>{example}</FreeText>
                </bdi>
              ))}
            </td>
            <td>{finds}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Props = { label: string; describe: (latin: string, plain: string, shifted: string) => string }

/** The phonetic keyboard layout, left to right in every language. */
function KeyboardPicture({ label, describe }: Props) {
  return (
    <div className={styles.keyboardPictureKeyboard} role="group" aria-label={label} dir="ltr">
      {keyboardRows.map((row, index) => (
        <ul key={index} className={styles.row}>
          {row.map((cap) => (
            <li key={cap.latin} className={styles.key}>
              <span aria-hidden="true">
                <KeyLabels cap={cap} />
              </span>
              <VisuallyHidden>{describe(cap.latin, cap.plain, cap.shifted)}</VisuallyHidden>
            </li>
          ))}
        </ul>
      ))}
    </div>
  )
}

function KeyLabels({ cap: { latin, plain, shifted } }: { cap: KeyCap }) {
  return (
    <>
      <span className={styles.latin}>{latin}</span>
      <bdi className={styles.shifted}>{withCarrier(shifted)}</bdi>
      <bdi className={styles.plain}>{withCarrier(plain)}</bdi>
    </>
  )
}

/** A vowel sign is shown on a dotted circle. */
const withCarrier = (letter: string) => (isFili(letter.charCodeAt(0)) ? `\u25CC${letter}` : letter)
