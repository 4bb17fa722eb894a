import type { BriefJudgment, CaseKind, SeedJudgment, SeedPhrase } from './shapes.ts'
import { boats } from './judgments/boats.ts'
import { buildings } from './judgments/buildings.ts'
import { clinics } from './judgments/clinics.ts'
import { companies } from './judgments/companies.ts'
import { constitution } from './judgments/constitution.ts'
import { consumers } from './judgments/consumers.ts'
import { judgment as contractAppeal } from './judgments/contractAppeal.ts'
import { contracts } from './judgments/contracts.ts'
import { crimes } from './judgments/crimes.ts'
import { judgment as custodyCase } from './judgments/custody.ts'
import { judgment as debtCase } from './judgments/debt.ts'
import { drugCases } from './judgments/drugCases.ts'
import { employers } from './judgments/employers.ts'
import { judgment as employmentCase } from './judgments/employment.ts'
import { estates } from './judgments/estates.ts'
import { families } from './judgments/families.ts'
import { frauds } from './judgments/frauds.ts'
import { guardians } from './judgments/guardians.ts'
import { households } from './judgments/households.ts'
import { judgment as landReview } from './judgments/landReview.ts'
import { liberty } from './judgments/liberty.ts'
import { marriages } from './judgments/marriages.ts'
import { neighbors } from './judgments/neighbors.ts'
import { newsrooms } from './judgments/newsrooms.ts'
import { offices } from './judgments/offices.ts'
import { plots } from './judgments/plots.ts'
import { procedures } from './judgments/procedures.ts'
import { reefs } from './judgments/reefs.ts'
import { robberies } from './judgments/robberies.ts'
import { schools } from './judgments/schools.ts'
import { streets } from './judgments/streets.ts'
import { judgment as tenancyCase } from './judgments/tenancy.ts'
import { tenants } from './judgments/tenants.ts'
import { judgment as theftCase } from './judgments/theft.ts'
import { judgment as theftAppeal } from './judgments/theftAppeal.ts'
import { traders } from './judgments/traders.ts'
import { trials } from './judgments/trials.ts'
import { violence } from './judgments/violence.ts'
import { workers } from './judgments/workers.ts'
import { law1 } from './phrases/law1.ts'
import { law2 } from './phrases/law2.ts'
import { law3 } from './phrases/law3.ts'
import { law4 } from './phrases/law4.ts'
import { law5 } from './phrases/law5.ts'
import { law6 } from './phrases/law6.ts'
import { procedure } from './phrases/procedure.ts'
import { terms1 } from './phrases/terms1.ts'
import { terms2 } from './phrases/terms2.ts'
import { terms3 } from './phrases/terms3.ts'

/** The hand-written content of the demo library. */

export const writtenJudgments: [kind: CaseKind, judgment: SeedJudgment][] = [
  ['tenancy', tenancyCase],
  ['appeal', contractAppeal],
  ['theft', theftCase],
  ['appeal', theftAppeal],
  ['custody', custodyCase],
  ['review', landReview],
  ['employment', employmentCase],
  ['debt', debtCase],
]

/** The others: `frame.ts` adds head and signature. */
export const briefJudgments: BriefJudgment[] = [
  ...crimes,
  ...households,
  ...robberies,
  ...violence,
  ...drugCases,
  ...frauds,
  ...liberty,
  ...contracts,
  ...neighbors,
  ...companies,
  ...consumers,
  ...boats,
  ...families,
  ...estates,
  ...workers,
  ...offices,
  ...tenants,
  ...clinics,
  ...schools,
  ...reefs,
  ...newsrooms,
  ...streets,
  ...buildings,
  ...constitution,
  ...marriages,
  ...procedures,
  ...traders,
  ...plots,
  ...trials,
  ...guardians,
  ...employers,
]

export const phrases: SeedPhrase[] = [
  ...procedure, ...law1, ...law2, ...law3, ...law4, ...law5, ...law6, ...terms1, ...terms2, ...terms3,
] // prettier-ignore
