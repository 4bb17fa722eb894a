import { crud, lookup } from '#server/crud/crud.ts'
import type { Endpoints } from '#server/http/endpoint.ts'
import { permission } from '#shared/resource/names.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { keptCaseFiles } from './kept.ts'
import { toldOf } from './tell.ts'

const can = permission('read', caseFiles)
const { court, judges, case_types, statuses, related_cases } = caseFiles.fields

export const caseFileEndpoints: Endpoints = {
  ...crud(keptCaseFiles, toldOf),
  'caseFiles/getCourtList': lookup(can, court),
  'caseFiles/getJudgeList': lookup(can, judges),
  'caseFiles/getCaseTypeList': lookup(can, case_types),
  'caseFiles/getCaseStatusList': lookup(can, statuses),
  'caseFiles/getRelationTypeList': lookup(can, related_cases.fields.type),
}
