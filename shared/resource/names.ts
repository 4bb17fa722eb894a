import type { Resource } from './resource.ts'

const standardActions = ['read', 'create', 'update', 'delete'] as const

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const table = (resource: Pick<Resource, 'name'>) => snake(resource.name)
/** The foreign key column that references this resource: `case_file_id`. */
export const foreignKey = (resource: Pick<Resource, 'model'>) =>
  `${snake(resource.model.charAt(0).toLowerCase() + resource.model.slice(1))}_id`
export const path = (resource: Pick<Resource, 'name'>, verb: string) => `${resource.name}/${verb}`
export const channel = (resource: Resource, ...filters: string[]) => [`${resource.model}-Primary`, ...filters].join('.')
export const selectChannel = (resource: Resource) => `${resource.model}-Select`
/** The presence channel of a list: who views which records. */
export const presenceChannel = ({ model }: Pick<Resource, 'model'>) => `${model}-Present`
export const liveEvent = (resource: Resource) => resource.event ?? `${resource.model}Events`

/** `update-courts`; a section that starts with a colon is a complete permission name, without the colon. */
export function permission(action: string, section: Pick<Resource, 'name'> | string) {
  const name = typeof section === 'string' ? section : section.name
  return name.startsWith(':') ? name.slice(1) : `${action}-${name}`
}

export const permissionsOf = (resource: Resource) =>
  [...standardActions, ...(resource.actions ?? [])].map((action) => permission(action, resource))
