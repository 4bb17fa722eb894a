import { Popover, TextInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { classes } from './classes.ts'
import { IconButton } from './IconButton.tsx'
import { Icon } from './icons.tsx'
import { type Found, type Nested, pathTo, placeAt, resultsIn } from './nested.ts'
import styles from './NestedPicker.module.css'

export type NestedWords = {
  back: string
  search: string
  all: string
  into: (what: string) => string
  path: string
  nothing: string
  noItems: string
}

type Props = {
  tree: readonly Nested[]
  chosen: number | undefined
  words: NestedWords
  holds: (name: string, typed: string) => boolean
  /** Of the box in which categories are searched. */
  searchAttributes?: Readonly<Record<string, string>>
  /** What is typed into it: a tree that is too large to come whole is searched elsewhere. */
  onType?: (typed: string) => void
  /** Beside the box, as that there is more to be found. */
  more?: string | undefined
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChoose: (item: Nested) => void
  /** What opens the list. */
  children: ReactNode
}

/** Categories under categories: one step down at a time, with the way back and a search across all. */
export function NestedPicker({ isOpen, onOpen, children, ...list }: Props) {
  return (
    <Popover opened={isOpen} onChange={onOpen} position="bottom-start" width="target" trapFocus returnFocus shadow="md">
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown className={styles.dropdown ?? ''} aria-label={list.words.search} onKeyDown={keepEscape}>
        <Drill {...list} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Escape closes the list, and nothing under it. */
function keepEscape(event: KeyboardEvent) {
  if (event.key === 'Escape') event.stopPropagation()
}

type DrillProps = Omit<Props, 'isOpen' | 'onOpen' | 'children'>

function Drill({ tree, chosen, words, holds, searchAttributes, onType, more, onChoose }: DrillProps) {
  // The categories may come after the list is open: it stands at the chosen one until somebody goes elsewhere.
  const [gone, setPath] = useState<number[]>()
  const path = gone ?? (chosen === undefined ? [] : pathTo(tree, chosen))
  const [typed, setTyped] = useState('')
  const isSearching = typed.trim() !== ''
  const { items, parents } = placeAt(tree, path)
  return (
    <>
      <TextInput
        {...searchAttributes}
        data-autofocus
        aria-label={words.search}
        placeholder={words.search}
        value={typed}
        description={more}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          onType?.(event.currentTarget.value)
        }}
      />
      {!isSearching && path.length > 0 && (
        <Way words={words} parents={parents} onUp={(depth) => setPath(path.slice(0, depth))} />
      )}
      {isSearching ? (
        <Results found={resultsIn(tree, (name) => holds(name, typed))} {...{ chosen, words, onChoose }} />
      ) : (
        <Items
          {...{ items, chosen, words, onChoose }}
          onInto={(item) => setPath([...parents, item].map(({ id }) => id))}
        />
      )}
    </>
  )
}

type WayProps = { words: NestedWords; parents: readonly Nested[]; onUp: (depth: number) => void }

/** The way that was gone, each step of it a way back. */
function Way({ words, parents, onUp }: WayProps) {
  return (
    <nav className={styles.way} aria-label={words.path}>
      <IconButton icon="back" size="sm" label={words.back} onClick={() => onUp(parents.length - 1)} />
      <button type="button" onClick={() => onUp(0)}>
        {words.all}
      </button>
      {parents.map((parent, depth) => (
        <span key={parent.id}>
          <Icon name="next" size={14} />
          <button
            type="button"
            aria-current={depth === parents.length - 1 ? 'true' : undefined}
            onClick={() => onUp(depth + 1)}
          >
            {parent.name}
          </button>
        </span>
      ))}
    </nav>
  )
}

type Choosing = Pick<DrillProps, 'chosen' | 'words' | 'onChoose'>
type ItemsProps = Choosing & { items: readonly Nested[]; onInto: (item: Nested) => void }

/** What stands at one place; what holds more can be gone into. */
function Items({ items, chosen, words, onChoose, onInto }: ItemsProps) {
  return (
    <List empty={words.noItems}>
      {items.map((item) => (
        <li key={item.id} className={styles.line}>
          <Entry item={item} isChosen={item.id === chosen} onChoose={onChoose} />
          {item.children && (
            <IconButton icon="next" size="sm" label={words.into(item.name)} onClick={() => onInto(item)} />
          )}
        </li>
      ))}
    </List>
  )
}

function Results({ found, chosen, words, onChoose }: Choosing & { found: readonly Found[] }) {
  return (
    <List empty={words.nothing}>
      {found.map(({ item, path }) => (
        <li key={item.id} className={styles.line}>
          <Entry item={item} isChosen={item.id === chosen} onChoose={onChoose}>
            {path.length > 0 && <small>{path.join(' › ')}</small>}
          </Entry>
        </li>
      ))}
    </List>
  )
}

function List({ children, empty }: { children: ReactNode[]; empty: string }) {
  if (children.length === 0)
    return (
      <p className={styles.none} role="status">
        {empty}
      </p>
    )
  return <ul className={styles.list}>{children}</ul>
}

type EntryProps = { item: Nested; isChosen: boolean; onChoose: (item: Nested) => void; children?: ReactNode }

function Entry({ item, isChosen, onChoose, children }: EntryProps) {
  return (
    <button
      type="button"
      className={classes(styles.entry, isChosen && styles.chosen)}
      aria-pressed={isChosen}
      onClick={() => onChoose(item)}
    >
      <span>{item.name}</span>
      {children}
    </button>
  )
}
