/** What is said around typing, suggesting and narrowing, in English. */
export const findingEn = {
  typing: {
    toggle: 'Type in Thaana',
    letter: 'ހ',
    withKey: (label: string, key: string) => `${label} (${key})`,
  },
}
