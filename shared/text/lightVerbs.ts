import type { Ending } from './stemRules.ts'

/**
 * Verbs that make a verb of a noun, in the forms that judgments use: އިސްތިއުނާފުކުރި is of އިސްތިއުނާފުކުރުން, and is also
 * found by އިސްތިއުނާފު. Other verbs are not brought to one form.
 */
const forms: readonly (readonly [verb: string, forms: string])[] = [
  ['ކުރުން', 'ކުރުން ކުރުމު ކުރުމް ކުރުމ ކުރި ކުރީ ކުރާ ކުރެ ކުރޭ ކުރަން ކުރަނީ ކުރަމުން ކުރާނެ ކުރާތީ ކުރެވޭ ކުރެވި ކުރެވުނު ކުރެވުން ކުރެވުމު ކުރެވުމ ކުރެވިފައި ކުރެވިފައިވާ ކުރެވޭނެ ކުރެއްވި ކުރެއްވުން ކުރެއްވުމު ކުރެއްވުމ ކުރައްވާ ކުރައްވަން ކުރައްވައި ކޮށް ކޮށްފި ކޮށްފައި ކޮށްފައިވާ ކޮށްގެން ކޮށްދޭ ކޮށްދިނުން ކޮށްދިނުމު'],
  ['ވުން', 'ވުން ވުމު ވުމް ވުމ ވެ ވި ވީ ވާ ވަނީ ވާން ވާނެ ވާތީ ވަމުން ވެފައި ވެފައިވާ ވެއްޖެ ވެގެން ވެވޭ ވެވުނު ވިއިރު'],
  ['ދިނުން', 'ދިނުން ދިނުމު ދިނުމް ދިނުމ ދިން ދީ ދޭ ދޭން ދެނީ ދޭނެ ދެވޭ ދެވުނު ދެވި ދީފި ދީފައި ދީފައިވާ ދެއްވުން ދެއްވުމު ދެއްވުމ ދެއްވި ދެއްވާ'],
] // prettier-ignore

export const lightVerbs: readonly Ending[] = forms.flatMap(([verb, some]) =>
  some.split(' ').map((form): Ending => [form, verb, '']),
)
