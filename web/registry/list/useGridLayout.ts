import { useState } from 'react'
import type { Resource } from '#shared/resource/resource.ts'
import { useSession } from '#web/platform/session/session.ts'
import type { GridLayout } from '#web/ui/grid/gridProps.ts'

export const asDescribed: GridLayout = { hidden: [], widths: {} }

/** How a person arranged the columns of a list, kept in this browser under his name. */
export function useGridLayout({ name }: Pick<Resource, 'name'>) {
  const session = useSession()
  const email = session.at === 'signed-in' ? session.decoded.user.email : ''
  const key = `columns.${email}.${name}`
  const [layout, setLayout] = useState(() => readLayout(read(key)))
  return {
    layout,
    arrange: (next: GridLayout) => {
      setLayout(next)
      write(key, JSON.stringify(next))
    },
  }
}

/** Whatever stands in the storage, as far as it is understood. */
export function readLayout(text: string | null): GridLayout {
  try {
    const kept: unknown = JSON.parse(text ?? '')
    if (typeof kept !== 'object' || kept === null) return asDescribed
    const { hidden, widths } = { hidden: [], widths: {}, ...kept } as { hidden: unknown; widths: unknown }
    return {
      hidden: Array.isArray(hidden) ? hidden.filter((one) => typeof one === 'string') : [],
      widths: Object.fromEntries(
        Object.entries(typeof widths === 'object' && widths !== null ? widths : {}).filter(
          (entry): entry is [string, number] => typeof entry[1] === 'number' && Number.isFinite(entry[1]),
        ),
      ),
    }
  } catch {
    return asDescribed
  }
}

// A browser may refuse storage altogether; the arrangement then lasts as long as the page.
function read(key: string) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, text: string) {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Kept in memory only.
  }
}
