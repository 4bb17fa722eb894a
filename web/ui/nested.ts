/** An item of a tree with its children. */
export type Nested = { id: number; name: string; children?: readonly Nested[] }
/** A search result: an item and the names of its ancestors, root first. */
export type NestedResult = { item: Nested; path: readonly string[] }

/** Up to this many results are shown with their paths. */
const MAX_RESULTS_WITH_PATH = 500

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
  return results.length > MAX_RESULTS_WITH_PATH ? results.map(({ item }) => ({ item, path: [] })) : results
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
