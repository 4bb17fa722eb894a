import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { limits } from '#shared/limits.ts'
import { paths } from '#web/platform/paths.ts'
import { readerStrings } from '#web/platform/strings/readerStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { isUnderDialog } from '#web/ui/dialogs/Dialog.tsx'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import { Count, FreeText } from '#web/ui/Text.tsx'
import { checkCopy, countCharacters } from './copying.ts'
import { usePlaceNear } from './placeNear.ts'
import type { SelectedText } from './useSelectedText.ts'
import type { ReaderState } from './useReading.ts'
import styles from './SelectionMenu.module.css'

type Props = {
  reader: ReaderState
  selected: SelectedText
  /** Begins a note on the selected text. */
  onNote?: (() => void) | undefined
  onReport?: ((selected: SelectedText) => void) | undefined
}

/** What can be done with the selected text, next to it. */
export function SelectionMenu(props: Props) {
  const { selected } = props
  const [dismissed, setDismissed] = useState<SelectedText>()
  if (selected === dismissed) return null
  return <OpenMenu {...props} onDone={() => setDismissed(selected)} />
}

function OpenMenu({ reader, selected, onNote, onReport, onDone }: Props & { onDone: () => void }) {
  const strings = readerStrings[useLanguage()]
  const menu = useRef<HTMLDivElement>(null)
  usePlaceNear(menu, selected.range)
  const close = () => {
    if (menu.current?.contains(document.activeElement)) reader.article?.focus({ preventScroll: true })
    onDone()
  }
  useMenuKeys(menu, close)
  const run = (action: () => void) => () => {
    action()
    onDone()
  }
  return (
    <div
      ref={menu}
      className={styles.menu}
      role="menu"
      aria-label={strings.selection}
      // A click would end the selection.
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={(event) => moveInMenu(event, close)}
    >
      {onNote && (
        <Item icon="note" onChoose={run(onNote)}>
          {strings.addNote}
        </Item>
      )}
      <CopyItems reader={reader} selected={selected} run={run} />
      <a
        className={styles.item}
        role="menuitem"
        tabIndex={-1}
        href={paths.search(selected.text.slice(0, limits.reader.copy_letters))}
        target="_blank"
        rel="noopener"
        onClick={run(() => undefined)}
      >
        <Icon name="search" size={18} />
        {strings.searchLibrary}
      </a>
      {onReport && (
        <Item icon="alert" onChoose={run(() => onReport(selected))}>
          {strings.report}
        </Item>
      )}
    </div>
  )
}

type CopyItemsProps = Pick<Props, 'reader' | 'selected'> & { run: (action: () => void) => () => void }

/** The ways of copying, each with a preview, and the number of characters of the limit. */
function CopyItems({ reader, selected, run }: CopyItemsProps) {
  const { reader: words } = useStrings()
  const strings = readerStrings[useLanguage()]
  return (
    <div role="group" aria-label={strings.copying} className={styles.group}>
      <p className={styles.count} data-copy-check={checkCopy(selected.text)}>
        {strings.copying}
        <Count>
          {countCharacters(selected.text)} / {limits.reader.copy_letters}
        </Count>
      </p>
      <Item icon="copy" preview={selected.text} onChoose={run(() => void reader.copy(selected, 'text'))}>
        {words.copyKinds.text}
      </Item>
      <Item icon="files" preview={reader.cite(selected)} onChoose={run(() => void reader.copy(selected, 'citation'))}>
        {words.copyKinds.citation}
      </Item>
      {reader.copyLink && (
        <Item icon="link" onChoose={run(() => void reader.copyLink?.(selected.block))}>
          {strings.link}
        </Item>
      )}
    </div>
  )
}

type ItemProps = { icon: IconName; preview?: string; children: ReactNode; onChoose: () => void }

function Item({ icon, preview, children, onChoose }: ItemProps) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} className={styles.item} onClick={onChoose}>
      <Icon name={icon} size={18} />
      <span className={styles.words}>
        {children}
        {preview !== undefined && (
          <small className={styles.preview} lang="dv" dir="auto">
            <FreeText>{preview}</FreeText>
          </small>
        )}
      </span>
    </button>
  )
}

const itemsIn = (menu: Element) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]

function moveInMenu(event: KeyboardEvent<HTMLElement>, close: () => void) {
  const items = itemsIn(event.currentTarget)
  const index = items.findIndex((item) => item === document.activeElement)
  const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key]
  if (target !== undefined) items.at(target % items.length)?.focus()
  else if (event.key === 'Tab') close()
  else return
  // Handled here, so that dialogs around the reader stay open.
  event.preventDefault()
}

/**
 * The key of context menus, and Shift+F10, move the focus from the text into the menu. Escape closes it from anywhere: it is
 * taken before the dialogs around the reader, which stay open.
 */
function useMenuKeys(menu: RefObject<HTMLElement | null>, close: () => void) {
  const onKeyDown = (event: globalThis.KeyboardEvent) => {
    if (!menu.current || event.isComposing || isUnderDialog()) return
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    } else if (isMenuKey && !menu.current.contains(document.activeElement)) itemsIn(menu.current)[0]?.focus()
    else return
    event.preventDefault()
  }
  // Before the menu is painted: an effect that runs later would leave its first Escape to the dialog.
  useLayoutEffect(() => {
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  })
}
