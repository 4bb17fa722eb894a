import { useLocation } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import { caseStatuses } from '#shared/resources/caseStatuses.ts'
import { resourceByName } from '#shared/resources/index.ts'
import { resourceAt } from '#web/platform/navigation/navigation.ts'
import { ListScreen } from '#web/registry/list/ListScreen.tsx'
import { AnalysisScreen } from '#web/screens/analysis/AnalysisScreen.tsx'
import { CaseFilesScreen } from '#web/screens/caseFiles/CaseFilesScreen.tsx'
import { UsersScreen } from '#web/screens/users/UsersScreen.tsx'
import { StatusBadge } from '#web/ui/Chip.tsx'

/** Resources whose screen extends the standard list. */
const customScreens: Record<string, ComponentType> = {
  analysis: AnalysisScreen,
  caseFiles: CaseFilesScreen,
  caseStatuses: CaseStatusesScreen,
  users: UsersScreen,
}

/** The list screen of the resource at this path. */
export function ResourceScreen() {
  const name = useLocation({ select: ({ pathname }) => resourceAt(pathname) })
  // During a navigation the path already belongs to the next page.
  if (name === undefined) return null
  const CustomScreen = customScreens[name]
  return CustomScreen ? <CustomScreen key={name} /> : <ListScreen key={name} resource={resourceByName(name)} />
}

const cells = {
  name: ({ name, icon, color }: Row) => <StatusBadge name={String(name)} icon={String(icon)} color={String(color)} />,
}

/** Statuses are listed as the badges shown with a case. */
function CaseStatusesScreen() {
  return <ListScreen resource={caseStatuses} cells={cells} />
}
