import { useLocation } from '@tanstack/react-router'
import { type ComponentType, Suspense, useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { caseStatuses } from '#shared/resources/caseStatuses.ts'
import { resourceByName } from '#shared/resources/index.ts'
import { CaseNumbers, caseNumbersOf } from '#web/fields/cells/CaseNumbers.tsx'
import { resourceAt } from '#web/platform/navigation/navigation.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { ListScreen } from '#web/registry/list/ListScreen.tsx'
import { always } from '#web/registry/list/rowActions.tsx'
import { AnalysisScreen } from '#web/screens/analysis/AnalysisScreen.tsx'
import { UsersScreen } from '#web/screens/users/UsersScreen.tsx'
import { StatusBadge } from '#web/ui/Chip.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'

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

const JudgmentDialog = lazyWithRetry(() => import('./JudgmentDialog.tsx'), 'JudgmentDialog')

const caseCells = { case_numbers_text: (row: Row) => <CaseNumbers text={caseNumbersOf(row)} /> }
const caseCard = { header: 'case_numbers_text', hiddenColumns: ['statuses'] }

/** The judgment of a case is read over its list. */
function CaseFilesScreen() {
  const { list } = useStrings()
  const [openedRow, setOpenedRow] = useState<Row>()
  const actions = [{ name: 'read', label: list.read, icon: 'book', isAvailable: always, run: setOpenedRow }] as const
  return (
    <ListScreen resource={caseFiles} actions={actions} cells={caseCells} card={caseCard}>
      {openedRow && (
        <Suspense>
          <JudgmentDialog resource={caseFiles} row={openedRow} onClose={() => setOpenedRow(undefined)} />
        </Suspense>
      )}
    </ListScreen>
  )
}

const statusCells = {
  name: ({ name, icon, color }: Row) => <StatusBadge name={String(name)} icon={String(icon)} color={String(color)} />,
}

/** Statuses are listed as the badges shown with a case. */
function CaseStatusesScreen() {
  return <ListScreen resource={caseStatuses} cells={statusCells} />
}
