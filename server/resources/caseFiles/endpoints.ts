import { crud } from '#server/crud/crud.ts'
import type { Endpoints } from '#server/endpoint/endpoint.ts'
import { caseFilesConfig } from './config.ts'
import { withNotifications } from './notifications.ts'

export const caseFileEndpoints: Endpoints = crud(caseFilesConfig, withNotifications)
