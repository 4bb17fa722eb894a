import type { Mode } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'

/** The specification: "view mode lg", whatever size the resource's form has. */
export const dialogSizeOf = ({ resource, mode }: { resource: Resource; mode: Mode }) =>
  mode === 'View' ? 'lg' : resource.dialog
