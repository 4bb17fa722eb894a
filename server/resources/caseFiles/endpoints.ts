import { crud } from '#server/crud/crud.ts'
import type { Endpoints } from '#server/endpoint/endpoint.ts'
import { keptCaseFiles } from './kept.ts'
import { toldOf } from './tell.ts'

export const caseFileEndpoints: Endpoints = crud(keptCaseFiles, toldOf)
