import { readItem, removeItem, writeItem } from '#web/platform/safeStorage.ts'
import { useState } from 'react'
import type { Resource } from '#shared/resource/resource.ts'
import { useSession } from '#web/platform/session/session.ts'
import type { GridLayout } from '#web/ui/grid/gridProps.ts'

export const defaultLayout: GridLayout = { hidden: [], widths: {} }

const noUser = { id: 0, email: '' }

/** The column layout (hidden columns, widths) of a list, stored per user in this browser. */
export function useGridLayout({ name }: Pick<Resource, 'name'>) {
  const session = useSession()
  const { id, email } = session.at === 'signed-in' ? session.decoded.user : noUser
  const key = layoutKey(id, name)
  const [layout, setLayout] = useState(() => {
    moveLayout(layoutKey(email, name), key)
    return parseLayout(readItem('localStorage', key))
  })
  return {
    layout,
    arrange: (next: GridLayout) => {
      setLayout(next)
      writeItem('localStorage', key, JSON.stringify(next))
    },
  }
}

const layoutKey = (owner: number | string, name: string) => `columns.${owner}.${name}`

/** Earlier versions stored a layout under the e-mail address of the user, which changes. */
function moveLayout(earlierKey: string, key: string) {
  const earlier = readItem('localStorage', earlierKey)
  if (earlier === null) return
  if (readItem('localStorage', key) === null) writeItem('localStorage', key, earlier)
  removeItem('localStorage', earlierKey)
}

/** Parses a stored layout; invalid parts are ignored. */
export function parseLayout(text: string | null): GridLayout {
  try {
    const stored: unknown = JSON.parse(text ?? '')
    if (typeof stored !== 'object' || stored === null) return defaultLayout
    const { hidden, widths } = { hidden: [], widths: {}, ...stored } as { hidden: unknown; widths: unknown }
    return {
      hidden: Array.isArray(hidden) ? hidden.filter((one) => typeof one === 'string') : [],
      widths: Object.fromEntries(
        Object.entries(typeof widths === 'object' && widths !== null ? widths : {}).filter(
          (entry): entry is [string, number] => typeof entry[1] === 'number' && Number.isFinite(entry[1]),
        ),
      ),
    }
  } catch {
    return defaultLayout
  }
}
