/** A table of what may be done in which status, asked by the server to refuse and by the screen to hide. */
export function transitions<Status extends string>() {
  return <Table extends Record<string, readonly Status[]>>(table: Table) =>
    Object.fromEntries(
      Object.entries(table).map(([action, statuses]) => [
        action,
        (row: { status: Status }) => statuses.includes(row.status),
      ]),
    ) as Record<keyof Table, (row: { status: Status }) => boolean>
}
