import { useEffect, useState } from 'react'
import { limits } from '#shared/limits.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import styles from './DataGrid.module.css'

/** Lies over the rows while others are on their way, and a moment longer, so that it never flickers. */
export function GridVeil({ isLoading, label }: { isLoading: boolean; label: string }) {
  const [isShown, setShown] = useState(isLoading)
  if (isLoading && !isShown) setShown(true)

  useEffect(() => {
    if (isLoading || !isShown) return undefined
    const timer = setTimeout(() => setShown(false), limits.list.veil_ms)
    return () => clearTimeout(timer)
  }, [isLoading, isShown])

  return isShown ? (
    <div className={styles.veil}>
      <Spinner label={label} />
    </div>
  ) : null
}
