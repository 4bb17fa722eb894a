import { type RefObject, useLayoutEffect, useState } from 'react'
import { limits } from '#shared/limits.ts'
import type { GridColumn, GridRow } from './columns.ts'
import { fitColumns } from './fitColumns.ts'

/** The widths of the columns, fitted to the room of the element and fitted again when that changes. */
export function useColumnWidths<Row extends GridRow>(
  element: RefObject<HTMLElement | null>,
  columns: readonly GridColumn<Row>[],
  chosen: Readonly<Record<string, number>>,
) {
  const [room, setRoom] = useState(0)

  useLayoutEffect(() => {
    const box = element.current
    if (!box) return undefined
    const measure = () => setRoom(box.clientWidth)
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new ResizeObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(measure, limits.list.resize_debounce_ms)
    })
    // The first look comes before anything is painted.
    measure()
    observer.observe(box)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [element])

  return fitColumns(columns, chosen, room)
}
