import { useLocalStorage } from '@mantine/hooks'

export const readingSizes = ['small', 'medium', 'large'] as const
export type ReadingSize = (typeof readingSizes)[number]

/** How large the letters of the reader are, kept in this browser. */
export function useReadingSize() {
  return useLocalStorage<ReadingSize>({
    key: 'reading-size',
    defaultValue: 'medium',
    getInitialValueInEffect: false,
    serialize: (size) => size,
    deserialize: (kept) => readingSizes.find((size) => size === kept) ?? 'medium',
  })
}
