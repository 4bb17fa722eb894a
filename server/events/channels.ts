import type { Session } from '#server/session/session.ts'
import type { Field } from '#shared/resource/field.ts'
import { permission } from '#shared/resource/names.ts'
import { channelFilters, type Resource } from '#shared/resource/resource.ts'
import { referencePattern } from '#shared/searchTypes.ts'
import { resources } from '#shared/resources/index.ts'

/** A channel as its name says it. */
export type Channel =
  | { kind: 'Primary'; name: string; resource: Resource; filters: string[] }
  | { kind: 'Select'; name: string; resource: Resource }
  /** Who looks at which records of a list now. */
  | { kind: 'Present'; name: string; resource: Resource }
  /** Who looks at a record now. */
  | { kind: 'Record'; name: string; resource: Resource; id: number }
  /** An opened case, for whoever reads it. */
  | { kind: 'Case'; name: string; reference: string }
  | { kind: 'User'; name: string; id: number }

const list: readonly Resource[] = resources
const byModel = new Map(list.map((resource) => [resource.model, resource]))

const id = '[1-9][0-9]{0,14}'
const grammar = {
  list: /^private-([A-Za-z]{1,40})-(Primary|Select)((?:\.[A-Za-z0-9_-]{1,40}){0,4})$/,
  present: /^private-([A-Za-z]{1,40})-Present$/,
  reader: new RegExp(`^private-Case\\.(${referencePattern.source.slice(1, -1)})$`),
  user: new RegExp(`^private-User\\.(${id})$`),
  record: new RegExp(`^presence-([A-Za-z]{1,40})\\.(${id})$`),
}

/** What a name names; undefined for whatever is not written exactly so. Asks nothing of the database. */
export function readChannel(name: string): Channel | undefined {
  return readUser(name) ?? readRecord(name) ?? readPresent(name) ?? readReader(name) ?? readList(name)
}

function readUser(name: string): Channel | undefined {
  const number = grammar.user.exec(name)?.[1]
  return number === undefined ? undefined : { kind: 'User', name, id: Number(number) }
}

function readRecord(name: string): Channel | undefined {
  const [, model = '', number] = grammar.record.exec(name) ?? []
  const resource = byModel.get(model)
  return resource && { kind: 'Record', name, resource, id: Number(number) }
}

function readReader(name: string): Channel | undefined {
  const reference = grammar.reader.exec(name)?.[1]
  return reference === undefined ? undefined : { kind: 'Case', name, reference }
}

function readPresent(name: string): Channel | undefined {
  const resource = byModel.get(grammar.present.exec(name)?.[1] ?? '')
  return resource && { kind: 'Present', name, resource }
}

function readList(name: string): Channel | undefined {
  const [, model = '', kind, rest = ''] = grammar.list.exec(name) ?? []
  const resource = byModel.get(model)
  if (!resource) return undefined
  const filters = rest.split('.').slice(1)
  if (kind === 'Select') return filters.length === 0 ? { kind, name, resource } : undefined
  return areFilters(resource, filters) ? { kind: 'Primary', name, resource, filters } : undefined
}

/** The values of the resource's own filters, in their order; those that may be empty may be left out at the end. */
function areFilters(resource: Resource, given: string[]) {
  const declared = named(resource)
  const needed = declared.filter(({ required }) => required).length
  if (given.length < needed || given.length > declared.length) return false
  return given.every((value, place) => isValueOf(resource.fields[declared[place]?.field ?? ''], value))
}

const named = (resource: Resource) => channelFilters(resource).map(([, filter]) => filter)

function isValueOf(field: Field | undefined, value: string) {
  if (field?.kind === 'select') return new RegExp(`^${id}$`).test(value)
  if (field?.kind === 'switch') return value === '0' || value === '1'
  return field?.kind === 'choice' && field.choices.includes(value)
}

type Reader = Pick<Session, 'user_id' | 'abilities'>

/** Whether somebody may hear what is told on a channel. */
export function mayJoin(channel: Channel, { user_id, abilities }: Reader): boolean {
  if (channel.kind === 'User') return channel.id === user_id
  // Whether he may read this very case is asked of the database, when he asks for his ticket.
  if (channel.kind === 'Case') return true
  const may = (resource: Resource) => abilities.includes(permission('read', resource))
  if (may(channel.resource)) return true
  // Whoever fills in a form hears of its choices.
  return channel.kind === 'Select' && list.some((one) => may(one) && choosesFrom(one.fields, channel.resource.name))
}

const choosesFrom = (fields: Resource['fields'], name: string): boolean =>
  Object.values(fields).some((field) =>
    field.kind === 'repeater' ? choosesFrom(field.fields, name) : 'from' in field && field.from === name,
  )

/** The values that a row has of its resource's filters, as they stand in the names of channels. */
export function filtersOf(resource: Resource, row: Record<string, unknown>): string[] {
  return named(resource).map(({ field }) => written(row[field]))
}

function written(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'object' && value !== null && 'id' in value) return String(value.id)
  return String(value)
}

/** The channels of the lists that a row with these filter values is in. */
export function listsOf(resource: Resource, values: readonly string[]): string[] {
  const declared = named(resource)
  const needed = declared.filter(({ required }) => required).length
  const lengths = Array.from({ length: declared.length - needed + 1 }, (_, more) => needed + more)
  return lengths.map((length) => ['private-' + resource.model + '-Primary', ...values.slice(0, length)].join('.'))
}
