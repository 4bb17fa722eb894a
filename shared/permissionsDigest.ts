/** A short digest of sorted permissions (FNV-1a, 32 bits), by which a page and the server compare what they know. */
export function permissionsDigest(permissions: readonly string[]): string {
  let hash = 0x811c9dc5
  for (const unit of permissions.join('\n')) hash = Math.imul(hash ^ unit.charCodeAt(0), 0x01000193)
  return (hash >>> 0).toString(36)
}
