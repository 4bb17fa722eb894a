const units = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const

/** Formats a size in bytes with at most two decimals, units of 1,024: `1.5 MB`. Left to right in both languages. */
export function fileSize(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes <= 0) return `0 ${units[0]}`
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(bytes) / 10)))
  const rounded = Number((bytes / 1024 ** step).toFixed(2))
  // 1,048,575 bytes round to 1,024 KB, which is 1 MB.
  if (rounded >= 1024 && step < units.length - 1) return `1 ${units[step + 1] ?? ''}`
  return `${rounded} ${units[step] ?? ''}`
}
