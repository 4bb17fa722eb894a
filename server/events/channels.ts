import type { Session } from '#server/session/session.ts'
import type { Field } from '#shared/resource/field.ts'
import { permission } from '#shared/resource/names.ts'
import { channelFilters, type Resource } from '#shared/resource/resource.ts'
import { referencePattern } from '#shared/searchTypes.ts'
import { resources } from '#shared/resources/index.ts'
import { choiceFieldsOf, lookupPermissions } from '#shared/resources/lookups.ts'

/** A channel, parsed from its name. */
export type Channel =
  | { kind: 'Primary'; name: string; resource: Resource; filters: string[] }
  | { kind: 'Select'; name: string; resource: Resource }
  /** The viewers of the records of a list. */
  | { kind: 'Present'; name: string; resource: Resource }
  /** The viewers of a record. */
  | { kind: 'Record'; name: string; resource: Resource; id: number }
  /** An open case, for its readers. */
  | { kind: 'Case'; name: string; reference: string }
  | { kind: 'User'; name: string; id: number }

const resourceList: readonly Resource[] = resources
const byModel = new Map(resourceList.map((resource) => [resource.model, resource]))

const id = '[1-9][0-9]{0,14}'
const patterns = {
  list: /^private-([A-Za-z]{1,40})-(Primary|Select)((?:\.[A-Za-z0-9_-]{1,40}){0,4})$/,
  present: /^private-([A-Za-z]{1,40})-Present$/,
  reader: new RegExp(`^private-Case\\.(${referencePattern.source.slice(1, -1)})$`),
  user: new RegExp(`^private-User\\.(${id})$`),
  record: new RegExp(`^presence-([A-Za-z]{1,40})\\.(${id})$`),
}

/** Parses a channel name; undefined when it is malformed. It does not read the database. */
export function readChannel(name: string): Channel | undefined {
  return readUser(name) ?? readRecord(name) ?? readPresent(name) ?? readCase(name) ?? readList(name)
}

function readUser(name: string): Channel | undefined {
  const number = patterns.user.exec(name)?.[1]
  return number === undefined ? undefined : { kind: 'User', name, id: Number(number) }
}

function readRecord(name: string): Channel | undefined {
  const [, model = '', number] = patterns.record.exec(name) ?? []
  const resource = byModel.get(model)
  return resource && { kind: 'Record', name, resource, id: Number(number) }
}

function readCase(name: string): Channel | undefined {
  const reference = patterns.reader.exec(name)?.[1]
  return reference === undefined ? undefined : { kind: 'Case', name, reference }
}

function readPresent(name: string): Channel | undefined {
  const resource = byModel.get(patterns.present.exec(name)?.[1] ?? '')
  return resource && { kind: 'Present', name, resource }
}

function readList(name: string): Channel | undefined {
  const [, model = '', kind, rest = ''] = patterns.list.exec(name) ?? []
  const resource = byModel.get(model)
  if (!resource) return undefined
  const filters = rest.split('.').slice(1)
  if (kind === 'Select') return filters.length === 0 ? { kind, name, resource } : undefined
  return areFilters(resource, filters) ? { kind: 'Primary', name, resource, filters } : undefined
}

/** Whether these are values of the resource's filters, in order; optional filters may be omitted at the end. */
function areFilters(resource: Resource, values: string[]) {
  const declared = filterDefinitions(resource)
  const requiredCount = declared.filter(({ required }) => required).length
  if (values.length < requiredCount || values.length > declared.length) return false
  return values.every((value, index) => isValueOf(resource.fields[declared[index]?.field ?? ''], value))
}

const filterDefinitions = (resource: Resource) => channelFilters(resource).map(([, filter]) => filter)

function isValueOf(field: Field | undefined, value: string) {
  if (field?.kind === 'select') return new RegExp(`^${id}$`).test(value)
  if (field?.kind === 'switch') return value === '0' || value === '1'
  return field?.kind === 'choice' && field.choices.includes(value)
}

type Reader = Pick<Session, 'user_id' | 'abilities'>

/** Whether the permissions of a user allow a channel. Which cases a user may read is decided by `mayReadCase`. */
export function mayJoin(channel: Channel, { user_id, abilities }: Reader): boolean {
  if (channel.kind === 'User') return channel.id === user_id
  // The permission for this case is checked in the database by `broadcasting/auth`.
  if (channel.kind === 'Case') return true
  if (abilities.includes(permission('read', channel.resource))) return true
  // A user who may load choices receives their changes.
  return channel.kind === 'Select' && resourceList.some((one) => offersChoices(one, channel.resource.name, abilities))
}

const offersChoices = (resource: Resource, from: string, abilities: Reader['abilities']) =>
  choiceFieldsOf(resource).some(
    (field) =>
      field.from === from &&
      (field.permission === undefined || abilities.includes(field.permission)) &&
      lookupPermissions(resource, field).some((one) => abilities.includes(one)),
  )

/** The filter values of a row, as they appear in channel names. */
export function filtersOf(resource: Resource, row: Record<string, unknown>): string[] {
  return filterDefinitions(resource).map(({ field }) => channelValue(row[field]))
}

function channelValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'object' && value !== null && 'id' in value) return String(value.id)
  return String(value)
}

/** The channels of the lists that contain a row with these filter values. */
export function listsOf(resource: Resource, values: readonly string[]): string[] {
  const declared = filterDefinitions(resource)
  const requiredCount = declared.filter(({ required }) => required).length
  const lengths = Array.from({ length: declared.length - requiredCount + 1 }, (_, more) => requiredCount + more)
  return lengths.map((length) => ['private-' + resource.model + '-Primary', ...values.slice(0, length)].join('.'))
}
