import { Modal } from '@mantine/core'
import { searchHelp } from '#web/strings/searchHelp.ts'
import { useLanguage, useStrings } from '#web/strings/strings.ts'
import { KeyboardPicture } from '#web/typing/KeyboardPicture.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import styles from './SearchHelp.module.css'

/** How a search may be written, and where the letters of Thaana lie on a Latin keyboard. */
export function SearchHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { acts } = useStrings()
  const { title, ways, keyboard } = searchHelp[useLanguage()]
  return (
    <Modal.Root opened={opened} onClose={onClose} size="lg" padding="lg">
      <Modal.Overlay />
      <Modal.Content>
        {/* A plain element: Mantine's own header would be a second banner of the page. */}
        <div className={styles.head}>
          <Modal.Title className={styles.title ?? ''}>{title}</Modal.Title>
          <IconButton icon="close" label={acts.close} onClick={onClose} />
        </div>
        <Modal.Body className={styles.body ?? ''}>
          <section>
            <h3 className={styles.heading}>{ways.heading}</h3>
            <Ways ways={ways} />
          </section>
          <section className={styles.keyboard}>
            <h3 className={styles.heading}>{keyboard.heading}</h3>
            <p>{keyboard.lead}</p>
            <KeyboardPicture label={keyboard.heading} describe={keyboard.key} />
            <p className={styles.note}>{keyboard.undo}</p>
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
                  {example}
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
