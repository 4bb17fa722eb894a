import { Checkbox } from '@mantine/core'
import { routes } from '#web/paths.ts'
import { TextLink } from '#web/shell/links.tsx'
import { useStrings } from '#web/strings/strings.ts'
import { Unseen } from '#web/ui/Text.tsx'
import styles from './Form.module.css'

type Props = { checked: boolean; error: string | undefined; onChange: (checked: boolean) => void }

/** The terms open beside the form, which stays as it is. */
export function TermsField({ checked, error, onChange }: Props) {
  const { register: words, viewer } = useStrings()
  return (
    <div>
      <Checkbox
        name="terms"
        label={words.terms}
        error={error}
        aria-invalid={error !== undefined || undefined}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <TextLink to={routes.terms} target="_blank" rel="noopener" className={styles.terms ?? ''}>
        {words.readTerms} <Unseen>{viewer.opensApart}</Unseen>
      </TextLink>
    </div>
  )
}
