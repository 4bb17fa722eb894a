import { Tabs } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import type { CaseDetails } from '#shared/calls/search.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { blockDirection, CaseNumber, Count, FreeText, VisuallyHidden } from '#web/ui/Text.tsx'
import { caseName, type CaseState } from './useCase.ts'
import styles from './CaseViewer.module.css'
import navigationStyles from './ViewerBar.module.css'

type Props = {
  state: CaseState
  navigation?: ResultNavigation | undefined
  /** The address of the case's own page. */
  pageUrl?: string | undefined
  /** Receives the element for the reader's tools. */
  onToolbar: (element: HTMLElement | null) => void
  onClose: (() => void) | undefined
}

/** The case numbers, the tabs, the reader's tools, and the close button. */
export function ViewerBar({ state, navigation, pageUrl, onToolbar, onClose }: Props) {
  const { viewer: strings, actions } = useStrings()
  return (
    <div className={styles.bar}>
      <Heading state={state} />
      <Tabs.List className={styles.tabs} aria-label={strings.tabs}>
        <Tabs.Tab className={styles.tab} value="details">
          {strings.details}
        </Tabs.Tab>
        <Tabs.Tab className={styles.tab} value="text">
          {strings.text}
        </Tabs.Tab>
      </Tabs.List>
      <div ref={onToolbar} className={styles.tools} />
      {(navigation || onClose) && (
        <div className={styles.leave}>
          {navigation && <ResultNavigationBar navigation={navigation} />}
          {pageUrl !== undefined && state.at === 'loaded' && <OpenInNewTab address={pageUrl} />}
          {onClose && <IconButton icon="close" label={actions.close} onClick={onClose} />}
        </div>
      )}
    </div>
  )
}

/** The case numbers; without any, the title; and a substitute until they are loaded. */
function Heading({ state }: { state: CaseState }) {
  const { page, entries } = useStrings()
  return (
    <h1 className={styles.heading} tabIndex={-1} data-page-heading="">
      {state.at === 'loading' && page.loading}
      {state.at === 'failed' && entries.case}
      {state.at === 'loaded' &&
        (state.details.case_numbers.length === 0 ? (
          <Title>{caseName(state.details) || entries.case}</Title>
        ) : (
          <Numbers details={state.details} />
        ))}
    </h1>
  )
}

/** Its beginning is shown also where Dhivehi does not fit into an English screen. */
const Title = ({ children }: { children: string }) => (
  <span className={styles.title} dir={blockDirection(children)}>
    <FreeText>{children}</FreeText>
  </span>
)

const Numbers = ({ details: { case_numbers } }: { details: CaseDetails }) =>
  case_numbers.map(({ number }, index) => (
    <span key={number}>
      {index > 0 && <span aria-hidden="true"> · </span>}
      <CaseNumber>{number}</CaseNumber>
    </span>
  ))

function OpenInNewTab({ address }: { address: string }) {
  const { viewer: strings } = useStrings()
  return (
    <a
      className={styles.newTab}
      href={address}
      target="_blank"
      rel="noopener"
      title={strings.openInNewTab}
      aria-label={strings.openInNewTab}
    >
      <Icon name="external" />
    </a>
  )
}

/** The position of an open case among its search results, and the steps to the adjacent ones. */
export type ResultNavigation = {
  /** From 1. */
  position: number
  count: number
  /** Undefined at the ends, and while the next page of results is loading. */
  toPrevious: (() => void) | undefined
  toNext: (() => void) | undefined
}

/** Previous and next result without returning to the list; also by Alt+↑ and Alt+↓. */
function ResultNavigationBar({
  navigation: { position, count, toPrevious, toNext },
}: {
  navigation: ResultNavigation
}) {
  const { steps } = useStrings().finding
  useWindowEvent('keydown', (event) => {
    const step = event.altKey ? { ArrowUp: toPrevious, ArrowDown: toNext }[event.key] : undefined
    if (!step) return
    event.preventDefault()
    step()
  })
  return (
    <div className={navigationStyles.steps} role="group" aria-label={steps.label}>
      <StepButton icon="previous" label={steps.previous} keys="Alt+ArrowUp" onStep={toPrevious} />
      <span className={navigationStyles.position} role="status">
        <span aria-hidden="true">
          {steps.result} <Count>{`${position} / ${count.toLocaleString('en-US')}`}</Count>
        </span>
        <VisuallyHidden>{steps.position(position, count)}</VisuallyHidden>
      </span>
      <StepButton icon="next" label={steps.next} keys="Alt+ArrowDown" onStep={toNext} />
    </div>
  )
}

type StepProps = { icon: 'previous' | 'next'; label: string; keys: string; onStep: (() => void) | undefined }

/** At an end the button stays focusable and does nothing. */
function StepButton({ icon, label, keys, onStep }: StepProps) {
  return (
    <IconButton
      icon={icon}
      size="sm"
      label={label}
      aria-keyshortcuts={keys}
      aria-disabled={onStep === undefined}
      className={navigationStyles.step ?? ''}
      onClick={() => onStep?.()}
    />
  )
}
