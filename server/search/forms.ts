export { formsOf } from '#shared/text/analyse.ts'
