import { useEffect, useState } from 'react'

/** An address of a blob for as long as the component shows it. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [shown, setShown] = useState<{ blob: Blob; url: string }>()
  useEffect(() => {
    if (!blob) return undefined
    const url = URL.createObjectURL(blob)
    queueMicrotask(() => setShown({ blob, url }))
    return () => URL.revokeObjectURL(url)
  }, [blob])
  return shown && shown.blob === blob ? shown.url : undefined
}
