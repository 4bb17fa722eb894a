import { getDefaultZIndex, Popover } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useLocalStorage } from '@mantine/hooks'
import type { Definition } from '#shared/calls/search.ts'
import { readerStrings } from '#web/platform/strings/readerStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { PhraseModal } from '#web/library/viewer/PhraseModal.tsx'
import { FreeText } from '#web/ui/Text.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import type { Definitions } from './useDefinitions.ts'
import styles from './ReadingSettings.module.css'

type Props = { style: ReadingStyle; definitions: Definitions }

/** How the text is shown, and the phrases of the dictionary in it. */
export function ReadingSettings({ style, definitions }: Props) {
  const { reader: words } = useStrings()
  const strings = readerStrings[useLanguage()]
  const [isOpen, setOpen] = useState(false)
  const [phrase, setPhrase] = useState<string>()
  const settings = (
    <Popover
      opened={isOpen}
      // It stays open under a phrase, outside of which each click is.
      onChange={(open) => setOpen(open || phrase !== undefined)}
      zIndex={phrase === undefined ? popoverLayer : modalLayer}
      position="bottom-end"
      width={300}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <button
          type="button"
          className={styles.opener}
          aria-label={strings.settings}
          title={strings.settings}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <span aria-hidden="true" className={styles.letters} data-letter={words.sizeLetter} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.settings ?? ''} aria-label={strings.settings}>
        <SettingsForm style={style} definitions={definitions} onPhrase={setPhrase} />
      </Popover.Dropdown>
    </Popover>
  )
  return (
    <>
      {settings}
      <PhraseModal reference={phrase} onClose={() => setPhrase(undefined)} />
    </>
  )
}

const popoverLayer = getDefaultZIndex('popover')
const modalLayer = getDefaultZIndex('modal')

type OnPhrase = (reference: string) => void

function SettingsForm({ style, definitions, onPhrase }: Props & { onPhrase: OnPhrase }) {
  const { reader: words } = useStrings()
  const strings = readerStrings[useLanguage()]
  const name = useId()
  return (
    <div className={styles.form}>
      <Setting label={words.size}>
        <SizeChoice style={style} />
      </Setting>
      <Setting label={strings.lines}>
        <Segments
          name={`${name}-lines`}
          legend={strings.lines}
          value={style.lineHeight}
          options={lineHeights.map((value) => ({ value, label: strings.lineHeights[value] }))}
          onChoose={style.setLineHeight}
        />
      </Setting>
      <Setting label={strings.width}>
        <Segments
          name={`${name}-width`}
          legend={strings.width}
          value={style.width}
          options={readingWidths.map((value) => ({ value, label: strings.widths[value] }))}
          onChoose={style.setWidth}
        />
      </Setting>
      <Setting label={strings.definitions}>
        <Segments
          name={`${name}-definitions`}
          legend={strings.definitions}
          value={style.definitions}
          options={definitionChoices.map((value) => ({ value, label: strings.showDefinitions[value] }))}
          onChoose={style.setDefinitions}
        />
      </Setting>
      {style.definitions === 'on' && <PhraseList definitions={definitions} onPhrase={onPhrase} />}
    </div>
  )
}

/** A choice with its name, which screen readers read from its own legend. */
function Setting({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <p aria-hidden="true" className={styles.heading}>
        {label}
      </p>
      {children}
    </div>
  )
}

/** The phrases in the text, also for users without a pointer. */
function PhraseList({ definitions, onPhrase }: { definitions: Definitions; onPhrase: OnPhrase }) {
  const strings = readerStrings[useLanguage()]
  const [phrases] = useState<Definition[]>(definitions.listAll)
  if (phrases.length === 0) return null
  return (
    <section>
      <h2 className={styles.heading}>{strings.definitionsHere}</h2>
      <ul className={styles.phrases}>
        {phrases.map((phrase) => (
          <li key={phrase.reference}>
            <button
              type="button"
              className={styles.phrase}
              lang="dv"
              dir="auto"
              onClick={() => onPhrase(phrase.reference)}
            >
              <FreeText>{phrase.dhivehi_phrase}</FreeText>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Four text sizes, each shown by a letter of its size. */
export function SizeChoice({ style: { size, setSize } }: { style: ReadingStyle }) {
  const strings = useStrings().reader
  const { sizes } = readerStrings[useLanguage()]
  const name = useId()
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{strings.size}</legend>
      {readingSizes.map((step) => (
        <label key={step} className={styles.step} data-size={step} title={sizes[step]}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={step === size}
            aria-label={sizes[step]}
            onChange={() => setSize(step)}
          />
          <span aria-hidden="true">{strings.sizeLetter}</span>
        </label>
      ))}
    </fieldset>
  )
}

const readingSizes = ['small', 'medium', 'large', 'largest'] as const
const lineHeights = ['tight', 'normal', 'loose'] as const
const readingWidths = ['narrow', 'normal', 'wide'] as const
const definitionChoices = ['on', 'off'] as const

export type ReadingStyle = ReturnType<typeof useReadingStyle>

/** How texts are shown in the reader, stored in this browser. */
export function useReadingStyle() {
  const [size, setSize] = useStored('reading-size', readingSizes, 'medium')
  const [lineHeight, setLineHeight] = useStored('reading-lines', lineHeights, 'normal')
  const [width, setWidth] = useStored('reading-width', readingWidths, 'normal')
  const [definitions, setDefinitions] = useStored('reading-definitions', definitionChoices, 'on')
  return { size, setSize, lineHeight, setLineHeight, width, setWidth, definitions, setDefinitions }
}

const useStored = <Value extends string>(key: string, values: readonly Value[], defaultValue: Value) =>
  useLocalStorage<Value>({
    key,
    defaultValue,
    getInitialValueInEffect: false,
    serialize: (value) => value,
    deserialize: (stored) => values.find((value) => value === stored) ?? defaultValue,
  })
