import { useLocation } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { resourceNamed } from '#shared/resources/index.ts'
import { ListScreen } from '#web/resource/ListScreen.tsx'
import { listedAt } from '#web/shell/navigation.ts'
import { AnalysisScreen } from './analysis/AnalysisScreen.tsx'
import { CaseFilesScreen } from './caseFiles/CaseFilesScreen.tsx'
import { CaseStatusesScreen } from './caseStatuses/CaseStatusesScreen.tsx'
import { UsersScreen } from './users/UsersScreen.tsx'

/** The lists that do more than their description says. */
const own: Record<string, ComponentType> = {
  analysis: AnalysisScreen,
  caseFiles: CaseFilesScreen,
  caseStatuses: CaseStatusesScreen,
  users: UsersScreen,
}

/** The list at this address. */
export function ResourceScreen() {
  const name = useLocation({ select: ({ pathname }) => listedAt(pathname) })
  // On the way to another page the address is that page's already.
  if (name === undefined) return null
  const Own = own[name]
  return Own ? <Own key={name} /> : <ListScreen key={name} resource={resourceNamed(name)} />
}
