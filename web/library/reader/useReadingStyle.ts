import { useLocalStorage } from '@mantine/hooks'

export const readingSizes = ['small', 'medium', 'large', 'largest'] as const
export const lineHeights = ['tight', 'normal', 'loose'] as const
export const readingWidths = ['narrow', 'normal', 'wide'] as const
export const definitionChoices = ['on', 'off'] as const

export type ReadingStyle = ReturnType<typeof useReadingStyle>

/** How texts are shown in the reader, stored in this browser. */
export function useReadingStyle() {
  const [size, setSize] = useStored('reading-size', readingSizes, 'medium')
  const [lineHeight, setLineHeight] = useStored('reading-lines', lineHeights, 'normal')
  const [width, setWidth] = useStored('reading-width', readingWidths, 'normal')
  const [definitions, setDefinitions] = useStored('reading-definitions', definitionChoices, 'on')
  return { size, setSize, lineHeight, setLineHeight, width, setWidth, definitions, setDefinitions }
}

const useStored = <Value extends string>(key: string, values: readonly Value[], defaultValue: Value) =>
  useLocalStorage<Value>({
    key,
    defaultValue,
    getInitialValueInEffect: false,
    serialize: (value) => value,
    deserialize: (stored) => values.find((value) => value === stored) ?? defaultValue,
  })
