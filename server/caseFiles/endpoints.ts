import { crud } from '#server/crud/crud.ts'
import type { Endpoints } from '#server/http/endpoint.ts'
import { keptCaseFiles } from './kept.ts'

export const caseFileEndpoints: Endpoints = crud(keptCaseFiles)
