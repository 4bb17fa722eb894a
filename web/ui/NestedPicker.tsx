import { Popover, TextInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { classes } from './classes.ts'
import { IconButton } from './IconButton.tsx'
import { Icon } from './icons.tsx'
import styles from './NestedPicker.module.css'

export type NestedStrings = {
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
  strings: NestedStrings
  matches: (name: string, typed: string) => boolean
  /** Attributes of the search input. */
  searchAttributes?: Readonly<Record<string, string>>
  /** Called with the search text: a tree too large to be loaded whole is searched by the server. */
  onType?: (typed: string) => void
  /** A hint below the search input, such as that there are more results. */
  hint?: string | undefined
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChoose: (item: Nested) => void
  /** The element that opens the list. */
  children: ReactNode
}

/** Picks an item of a tree: one level at a time, with breadcrumbs and a search across all levels. */
export function NestedPicker({ isOpen, onOpen, children, ...list }: Props) {
  return (
    <Popover opened={isOpen} onChange={onOpen} position="bottom-start" width="target" trapFocus returnFocus shadow="md">
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown className={styles.dropdown ?? ''} aria-label={list.strings.search} onKeyDown={stopEscape}>
        <TreeBrowser {...list} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Escape closes only the list, not the dialog under it. */
function stopEscape(event: KeyboardEvent) {
  if (event.key === 'Escape') event.stopPropagation()
}

type TreeBrowserProps = Omit<Props, 'isOpen' | 'onOpen' | 'children'>

function TreeBrowser({ tree, chosen, strings, matches, searchAttributes, onType, hint, onChoose }: TreeBrowserProps) {
  // The tree may load after the list opens: it shows the level of the chosen item until the user navigates.
  const [chosenPath, setPath] = useState<number[]>()
  const path = chosenPath ?? (chosen === undefined ? [] : pathTo(tree, chosen))
  const [typed, setTyped] = useState('')
  const isSearching = typed.trim() !== ''
  const { items, parents } = itemsAt(tree, path)
  return (
    <>
      <TextInput
        {...searchAttributes}
        data-autofocus
        aria-label={strings.search}
        placeholder={strings.search}
        value={typed}
        description={hint}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          onType?.(event.currentTarget.value)
        }}
      />
      {!isSearching && path.length > 0 && (
        <Breadcrumbs strings={strings} parents={parents} onUp={(depth) => setPath(path.slice(0, depth))} />
      )}
      {isSearching ? (
        <Results results={searchResults(tree, (name) => matches(name, typed))} {...{ chosen, strings, onChoose }} />
      ) : (
        <Items
          {...{ items, chosen, strings, onChoose }}
          onInto={(item) => setPath([...parents, item].map(({ id }) => id))}
        />
      )}
    </>
  )
}

type BreadcrumbsProps = { strings: NestedStrings; parents: readonly Nested[]; onUp: (depth: number) => void }

/** Breadcrumbs of the current level. */
function Breadcrumbs({ strings, parents, onUp }: BreadcrumbsProps) {
  return (
    <nav className={styles.breadcrumbs} aria-label={strings.path}>
      <IconButton icon="back" size="sm" label={strings.back} onClick={() => onUp(parents.length - 1)} />
      <button type="button" onClick={() => onUp(0)}>
        {strings.all}
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

type SelectionProps = Pick<TreeBrowserProps, 'chosen' | 'strings' | 'onChoose'>
type ItemsProps = SelectionProps & { items: readonly Nested[]; onInto: (item: Nested) => void }

/** The items of the current level, with buttons to open their children. */
function Items({ items, chosen, strings, onChoose, onInto }: ItemsProps) {
  return (
    <List empty={strings.noItems}>
      {items.map((item) => (
        <li key={item.id} className={styles.line}>
          <ItemButton item={item} isChosen={item.id === chosen} onChoose={onChoose} />
          {item.children && (
            <IconButton icon="next" size="sm" label={strings.into(item.name)} onClick={() => onInto(item)} />
          )}
        </li>
      ))}
    </List>
  )
}

function Results({ results, chosen, strings, onChoose }: SelectionProps & { results: readonly NestedResult[] }) {
  return (
    <List empty={strings.nothing}>
      {results.map(({ item, path }) => (
        <li key={item.id} className={styles.line}>
          <ItemButton item={item} isChosen={item.id === chosen} onChoose={onChoose}>
            {path.length > 0 && <small>{path.join(' › ')}</small>}
          </ItemButton>
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

type ItemButtonProps = { item: Nested; isChosen: boolean; onChoose: (item: Nested) => void; children?: ReactNode }

function ItemButton({ item, isChosen, onChoose, children }: ItemButtonProps) {
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

/** An item of a tree with its children. */
export type Nested = { id: number; name: string; children?: readonly Nested[] }
/** A search result: an item and the names of its ancestors, root first. */
type NestedResult = { item: Nested; path: readonly string[] }

/** Up to this many results are shown with their paths. */
const maxResultsWithPath = 500

/** The items at a path of ids (empty: the top level) and their ancestors. An invalid path ends early. */
export function itemsAt(tree: readonly Nested[], path: readonly number[]) {
  let items = tree
  const parents: Nested[] = []
  for (const id of path) {
    const parent = items.find((item) => item.id === id)
    if (!parent?.children) break
    parents.push(parent)
    items = parent.children
  }
  return { items, parents }
}

/** Every item with a matching name, at any level. */
export function searchNested(
  tree: readonly Nested[],
  matches: (name: string) => boolean,
  path: readonly string[] = [],
): NestedResult[] {
  return tree.flatMap((item) => [
    ...(matches(item.name) ? [{ item, path }] : []),
    ...searchNested(item.children ?? [], matches, [...path, item.name]),
  ])
}

/** The search results, with their paths if there are not too many. */
export function searchResults(tree: readonly Nested[], matches: (name: string) => boolean): NestedResult[] {
  const results = searchNested(tree, matches)
  return results.length > maxResultsWithPath ? results.map(({ item }) => ({ item, path: [] })) : results
}

/** The ids of the ancestors of an item; empty if it is not in the tree. */
export function pathTo(tree: readonly Nested[], id: number): number[] {
  for (const item of tree) {
    if (item.id === id) return []
    const children = item.children ?? []
    const rest = pathTo(children, id)
    if (rest.length > 0 || children.some((child) => child.id === id)) return [item.id, ...rest]
  }
  return []
}
