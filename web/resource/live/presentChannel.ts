import type { Resource } from '#shared/resource/resource.ts'

/** On which is told who is at which records of a list. */
export const presentChannel = ({ model }: Pick<Resource, 'model'>) => `private-${model}-Present`
