import { type FileKind, isFileKind, pictureKinds } from '#shared/fileKinds.ts'
import type { Field } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { resources } from './index.ts'

/** The resource and file types of an upload field such as `caseFiles.related_cases.description`; undefined when the field takes no files. */
export function uploadTarget(fieldPath: string): { resource: Resource; kinds: readonly FileKind[] } | undefined {
  const [name, ...path] = fieldPath.split('.')
  const resource: Resource | undefined = resources.find((candidate) => candidate.name === name)
  if (!resource) return undefined
  const kinds = kindsOf(path, resource.fields)
  return kinds && { resource, kinds }
}

function kindsOf([name = '', ...inner]: string[], fields: Record<string, Field>): readonly FileKind[] | undefined {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (field?.kind === 'repeater') return kindsOf(inner, field.fields)
  if (!field || inner.length > 0) return undefined
  if (field.kind === 'file') return field.accepts.filter(isFileKind)
  return field.kind === 'richtext' || field.kind === 'document' ? pictureKinds : undefined
}
