import type { NumberedCase } from '#shared/calls/search.ts'
import { useStrings } from '#web/strings/strings.ts'
import { buttonClass, ButtonFace } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { CaseNumber } from '#web/ui/Text.tsx'
import { Filled } from './Filled.tsx'
import { SearchLink } from './SearchLink.tsx'
import type { Search } from './searchUrl.ts'
import styles from './ExactHint.module.css'

/** The number that was typed, however it was, is a case's: the way straight to it. */
export function ExactHint({ search, found: { number, reference } }: { search: Search; found: NumberedCase }) {
  const { exact } = useStrings().search
  return (
    <div className={styles.hint}>
      <Icon name="circle-check" />
      <p className={styles.words}>
        <strong>
          <Filled sentence={exact.found} places={{ number: <CaseNumber>{number}</CaseNumber> }} />
        </strong>
        <span className={styles.again}>{exact.again}</span>
      </p>
      <SearchLink
        search={{ ...search, opened: { kind: 'case', reference, tab: 'details' } }}
        className={buttonClass({ variant: 'primary', size: 'sm' })}
      >
        <ButtonFace endIcon="forward">{exact.open}</ButtonFace>
      </SearchLink>
    </div>
  )
}
