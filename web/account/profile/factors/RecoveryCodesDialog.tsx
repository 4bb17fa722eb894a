import { useState } from 'react'
import { factorStrings } from '#web/platform/strings/factorStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import styles from './Factors.module.css'

/** New recovery codes, which are shown only once: the dialog closes by its button only. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const strings = factorStrings[useLanguage()].codes
  return (
    <Dialog opened title={strings.title}>
      <div className={styles.steps}>
        <p>{strings.lead}</p>
        <ul className={styles.codes} dir="ltr">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={styles.buttons}>
          <CopyCodes codes={codes} />
          <Button data-autofocus onClick={onClose}>
            {strings.stored}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function CopyCodes({ codes }: { codes: readonly string[] }) {
  const strings = factorStrings[useLanguage()].codes
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    void navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <>
      <Button variant="outline" icon={isCopied ? 'check' : 'copy'} onClick={copy}>
        {strings.copy}
      </Button>
      <span role="status">{isCopied ? strings.copied : ''}</span>
    </>
  )
}
