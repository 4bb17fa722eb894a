/** What stands for a switch that is on or off. */
export const yesNo = { yes: { dv: 'އާދެ', en: 'Yes' }, no: { dv: 'ނޫން', en: 'No' } } as const
