/** What is said around typing, suggesting and narrowing, in Dhivehi. */
export const findingDv = {
  help: 'ހޯއްދެވުމުގެ އެހީ',

  typing: {
    toggle: 'ތާނައިން ޖައްސަވާ',
    /** On the button: the first letter of the script. */
    letter: 'ހ',
    withKey: (label: string, key: string) => `${label} (\u2066${key}\u2069)`,
  },
}
