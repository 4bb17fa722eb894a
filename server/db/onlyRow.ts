/** The only row of a statement that always has one. `about` says what to look at when it has none. */
export function onlyRow<Row>(rows: readonly Row[], about: string): Row {
  const [row] = rows
  if (row === undefined) throw new Error(about)
  return row
}
