export const layers: Record<string, string[][]>
export const areas: string[]
declare const configuration: { forbidden: { name: string }[] }
export default configuration
