/** A transition table: the statuses in which each action is allowed. The server rejects and the screen hides by it. */
export function transitions<Status extends string>() {
  return <Table extends Record<string, readonly Status[]>>(table: Table) =>
    Object.fromEntries(
      Object.entries(table).map(([action, statuses]) => [
        action,
        (row: { status: Status }) => statuses.includes(row.status),
      ]),
    ) as Record<keyof Table, (row: { status: Status }) => boolean>
}
