/** The default labels of a switch. */
export const yesNo = { yes: { dv: 'އާދެ', en: 'Yes' }, no: { dv: 'ނޫން', en: 'No' } } as const
