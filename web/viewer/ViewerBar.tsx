import { Tabs } from '@mantine/core'
import { paths } from '#web/paths.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Icon } from '#web/ui/icons.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { CaseNumber } from '#web/ui/Text.tsx'
import type { CaseState } from './useCase.ts'
import styles from './CaseViewer.module.css'

type Props = {
  state: CaseState
  reference: string
  query: string
  /** Where the reader puts its tools. */
  onTools: (place: HTMLElement | null) => void
  onClose: (() => void) | undefined
}

/** The case's numbers, its two tabs, the tools of the reader, and the way out. */
export function ViewerBar({ state, reference, query, onTools, onClose }: Props) {
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
      {onClose && (
        <div className={styles.leave}>
          {state.at === 'here' && <OpenApart reference={reference} query={query} />}
          <IconButton icon="close" label={acts.close} onClick={onClose} />
        </div>
      )}
    </div>
  )
}

/** The numbers of the case, or what stands for them until they are known. */
function Heading({ state }: { state: CaseState }) {
  const { page, entries } = useStrings()
  return (
    <h1 className={styles.heading} tabIndex={-1} data-page-heading="">
      {state.at === 'loading' && page.loading}
      {state.at === 'failed' && entries.case}
      {state.at === 'here' &&
        state.details.case_numbers.map(({ number }, index) => (
          <span key={number}>
            {index > 0 && <span aria-hidden="true"> · </span>}
            <CaseNumber>{number}</CaseNumber>
          </span>
        ))}
    </h1>
  )
}

function OpenApart({ reference, query }: { reference: string; query: string }) {
  const { viewer: t } = useStrings()
  return (
    <a
      className={styles.apart}
      href={paths.case({ ref: reference, ...(query !== '' && { q: query }) })}
      target="_blank"
      rel="noopener"
      title={t.openApart}
      aria-label={t.openApart}
    >
      <Icon name="external" />
    </a>
  )
}
