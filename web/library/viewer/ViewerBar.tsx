import { Tabs } from '@mantine/core'
import type { CaseDetails } from '#shared/calls/search.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Icon } from '#web/ui/icons.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { CaseNumber } from '#web/ui/Text.tsx'
import { caseName } from './caseName.ts'
import { type Around, ResultSteps } from './ResultSteps.tsx'
import type { CaseState } from './useCase.ts'
import styles from './CaseViewer.module.css'

type Props = {
  state: CaseState
  around?: Around | undefined
  /** The address of the case on a page of its own. */
  apart?: string | undefined
  /** Where the reader puts its tools. */
  onTools: (place: HTMLElement | null) => void
  onClose: (() => void) | undefined
}

/** The case's numbers, its two tabs, the tools of the reader, and the way out. */
export function ViewerBar({ state, around, apart, onTools, onClose }: Props) {
  const { viewer: t, acts } = useStrings()
  return (
    <div className={styles.bar}>
      <Heading state={state} />
      <Tabs.List className={styles.tabs} aria-label={t.tabs}>
        <Tabs.Tab className={styles.tab} value="details">
          {t.details}
        </Tabs.Tab>
        <Tabs.Tab className={styles.tab} value="text">
          {t.text}
        </Tabs.Tab>
      </Tabs.List>
      <div ref={onTools} className={styles.tools} />
      {(around || onClose) && (
        <div className={styles.leave}>
          {around && <ResultSteps around={around} />}
          {apart !== undefined && state.at === 'here' && <OpenApart address={apart} />}
          {onClose && <IconButton icon="close" label={acts.close} onClick={onClose} />}
        </div>
      )}
    </div>
  )
}

/** The numbers of the case, or what stands for them: its title when it has none, and what is said until it is known. */
function Heading({ state }: { state: CaseState }) {
  const { page, entries } = useStrings()
  return (
    <h1 className={styles.heading} tabIndex={-1} data-page-heading="">
      {state.at === 'loading' && page.loading}
      {state.at === 'failed' && entries.case}
      {state.at === 'here' &&
        (state.details.case_numbers.length === 0 ? (
          caseName(state.details) || entries.case
        ) : (
          <Numbers of={state.details} />
        ))}
    </h1>
  )
}

const Numbers = ({ of: { case_numbers } }: { of: CaseDetails }) =>
  case_numbers.map(({ number }, index) => (
    <span key={number}>
      {index > 0 && <span aria-hidden="true"> · </span>}
      <CaseNumber>{number}</CaseNumber>
    </span>
  ))

function OpenApart({ address }: { address: string }) {
  const { viewer: t } = useStrings()
  return (
    <a
      className={styles.apart}
      href={address}
      target="_blank"
      rel="noopener"
      title={t.openApart}
      aria-label={t.openApart}
    >
      <Icon name="external" />
    </a>
  )
}
