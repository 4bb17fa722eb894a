import type { Row } from '#shared/calls/crud.ts'
import { caseStatuses } from '#shared/resources/caseStatuses.ts'
import { ListScreen } from '#web/resource/ListScreen.tsx'
import { StatusBadge } from '#web/ui/Chip.tsx'

const cells = {
  name: ({ name, icon, color }: Row) => <StatusBadge name={String(name)} icon={String(icon)} color={String(color)} />,
}

/** Each status stands in its list as it stands beside a case. */
export const CaseStatusesScreen = () => <ListScreen resource={caseStatuses} cells={cells} />
