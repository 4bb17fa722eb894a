/** What is said around typing, suggesting and narrowing, in English. */
export const findingEn = {
  help: 'Help with searching',

  typing: {
    toggle: 'Type in Thaana',
    letter: 'ހ',
    withKey: (label: string, key: string) => `${label} (${key})`,
  },
}
