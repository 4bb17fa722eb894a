/** What is said around typing, suggesting and narrowing, in Dhivehi. */
export const findingDv = {
  help: 'ހޯއްދެވުމުގެ އެހީ',

  typing: {
    toggle: 'ތާނައިން ޖައްސަވާ',
    /** On the button: the first letter of the script. */
    letter: 'ހ',
    withKey: (label: string, key: string) => `${label} (\u2066${key}\u2069)`,
  },

  facets: {
    /** The name of the column beside the results, and of the button that brings it. */
    title: 'ނަތީޖާ މަދުކުރައްވާ',
    more: (count: number) => `އިތުރު ${count}`,
    fewer: 'މަދުކޮށް ދައްކަވާ',
    cases: (count: number) => `${count} މައްސަލަ`,
    done: (count: string) => `${count} ނަތީޖާ ދައްކަވާ`,
  },

  suggest: {
    label: 'ހުށަހެޅުންތައް',
    kinds: {
      number: 'ޤަޟިއްޔާ ނަންބަރު',
      party: 'ފަރާތްތައް',
      judge: 'ފަނޑިޔާރުން',
      court: 'ކޯޓުތައް',
      phrase: 'ޢިބާރާތްތައް',
      word: 'ލަފުޒުތައް',
    },
  },
}
