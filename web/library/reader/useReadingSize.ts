import { useLocalStorage } from '@mantine/hooks'

export const readingSizes = ['small', 'medium', 'large'] as const
export type ReadingSize = (typeof readingSizes)[number]

/** The text size of the reader, stored in this browser. */
export function useReadingSize() {
  return useLocalStorage<ReadingSize>({
    key: 'reading-size',
    defaultValue: 'medium',
    getInitialValueInEffect: false,
    serialize: (size) => size,
    deserialize: (stored) => readingSizes.find((size) => size === stored) ?? 'medium',
  })
}
