/** A category with those under it. */
export type Nested = { id: number; name: string; children?: readonly Nested[] }
/** A category and the names of those it stands under, the highest first. */
export type Found = { item: Nested; path: readonly string[] }

/** More results than this are a plain list, without the path of each. */
const plainAbove = 500

/** What stands at a place: the top of the tree, or under the last of a path of ids. A path that leads nowhere ends early. */
export function placeAt(tree: readonly Nested[], path: readonly number[]) {
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

/** Every category whose name holds the words, wherever it stands. */
export function searchNested(
  tree: readonly Nested[],
  holds: (name: string) => boolean,
  path: readonly string[] = [],
): Found[] {
  return tree.flatMap((item) => [
    ...(holds(item.name) ? [{ item, path }] : []),
    ...searchNested(item.children ?? [], holds, [...path, item.name]),
  ])
}

/** What is found, with the way to each as long as the list is short enough to be read with it. */
export function resultsIn(tree: readonly Nested[], holds: (name: string) => boolean): Found[] {
  const found = searchNested(tree, holds)
  return found.length > plainAbove ? found.map(({ item }) => ({ item, path: [] })) : found
}

/** The ids that lead to a category, without its own; none when it is not in the tree. */
export function pathTo(tree: readonly Nested[], id: number): number[] {
  for (const item of tree) {
    if (item.id === id) return []
    const under = item.children ?? []
    const rest = pathTo(under, id)
    if (rest.length > 0 || under.some((child) => child.id === id)) return [item.id, ...rest]
  }
  return []
}
