import type { AtRecord } from '#shared/calls/live.ts'

/** The edge of the web: what a socket tells is looked at once. */

export const isAtRecord = (told: unknown): told is AtRecord =>
  typeof told === 'object' && told !== null && 'id' in told && 'people' in told && Array.isArray(told.people)

export const isAtRecords = (told: unknown): told is AtRecord[] => Array.isArray(told) && told.every(isAtRecord)
