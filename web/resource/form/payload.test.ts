import { expect, test } from 'vitest'
import { resourceNamed } from '#shared/resources/index.ts'
import { payloadOf, startValues } from './payload.ts'

const analysis = resourceNamed('analysis')
const caseFiles = resourceNamed('caseFiles')
const sent = (resource: typeof analysis, values: object, mode: 'Create' | 'Update' = 'Update') =>
  payloadOf({ resource, mode, abilities: [] }, { ...startValues(resource, undefined), ...values })

test('rows of one field are sent as their values, without those that are empty', () => {
  const analysis_case_numbers = [{ id: 7, number: '1/A/2020' }, { number: '' }, { number: '2/A/2020' }]
  expect(sent(analysis, { analysis_case_numbers })['analysis_case_numbers']).toEqual(['1/A/2020', '2/A/2020'])
})

test('rows of several fields say which they are', () => {
  const case_numbers = [{ id: 7, number: '1/A/2020', submission_date: null, registration_date: null }]
  expect(sent(caseFiles, { case_numbers })['case_numbers']).toEqual(case_numbers)
})

test('what opens only when a record is changed is not sent with a new one', () => {
  expect(sent(analysis, { page_count: 3 }, 'Create')).not.toHaveProperty('page_count')
  expect(sent(analysis, { page_count: 3 })).toHaveProperty('page_count', 3)
})

test('what is hidden by a permission is not sent', () => {
  expect(sent(analysis, { charge_status: 'Paid' })).not.toHaveProperty('charge_status')
})
