import { sql } from 'kysely'

/**
 * Whether a row of `analysis_warnings` still holds. Two codes compare what the run has found with what users change: the
 * court of the record, and its judges with the list of judges. All others, such as `no-date`, say what the run has found in
 * the file, and hold until the next run.
 */
export const isCurrentWarning = sql<boolean>`
  case code
    when 'other-court' then not exists (
      select from analysis as record join courts on courts.id = record.court_id
       where record.id = analysis_warnings.analysis_id and courts.name = "values" ->> 'court')
    when 'unlisted-judge' then
      exists (
        select from analysis_judges
         where analysis_judges.analysis_id = analysis_warnings.analysis_id and name = "values" ->> 'name')
      and not exists (select from judges where list_text = fold_text(btrim("values" ->> 'name')))
    else true
  end`
