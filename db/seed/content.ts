import type { BriefJudgment, CaseKind, SeedJudgment, SeedPhrase } from './shapes.ts'
import { boats } from '#db/seed/judgments/boats.ts'
import { buildings } from '#db/seed/judgments/buildings.ts'
import { clinics } from '#db/seed/judgments/clinics.ts'
import { companies } from '#db/seed/judgments/companies.ts'
import { constitution } from '#db/seed/judgments/constitution.ts'
import { consumers } from '#db/seed/judgments/consumers.ts'
import { judgment as contractAppeal } from '#db/seed/judgments/contractAppeal.ts'
import { contracts } from '#db/seed/judgments/contracts.ts'
import { crimes } from '#db/seed/judgments/crimes.ts'
import { judgment as custodyCase } from '#db/seed/judgments/custody.ts'
import { judgment as debtCase } from '#db/seed/judgments/debt.ts'
import { drugCases } from '#db/seed/judgments/drugCases.ts'
import { employers } from '#db/seed/judgments/employers.ts'
import { judgment as employmentCase } from '#db/seed/judgments/employment.ts'
import { estates } from '#db/seed/judgments/estates.ts'
import { families } from '#db/seed/judgments/families.ts'
import { frauds } from '#db/seed/judgments/frauds.ts'
import { guardians } from '#db/seed/judgments/guardians.ts'
import { households } from '#db/seed/judgments/households.ts'
import { judgment as landReview } from '#db/seed/judgments/landReview.ts'
import { liberty } from '#db/seed/judgments/liberty.ts'
import { marriages } from '#db/seed/judgments/marriages.ts'
import { neighbors } from '#db/seed/judgments/neighbors.ts'
import { newsrooms } from '#db/seed/judgments/newsrooms.ts'
import { offices } from '#db/seed/judgments/offices.ts'
import { plots } from '#db/seed/judgments/plots.ts'
import { procedures } from '#db/seed/judgments/procedures.ts'
import { reefs } from '#db/seed/judgments/reefs.ts'
import { robberies } from '#db/seed/judgments/robberies.ts'
import { schools } from '#db/seed/judgments/schools.ts'
import { streets } from '#db/seed/judgments/streets.ts'
import { judgment as tenancyCase } from '#db/seed/judgments/tenancy.ts'
import { tenants } from '#db/seed/judgments/tenants.ts'
import { judgment as theftCase } from '#db/seed/judgments/theft.ts'
import { judgment as theftAppeal } from '#db/seed/judgments/theftAppeal.ts'
import { traders } from '#db/seed/judgments/traders.ts'
import { trials } from '#db/seed/judgments/trials.ts'
import { violence } from '#db/seed/judgments/violence.ts'
import { workers } from '#db/seed/judgments/workers.ts'
import { law1 } from '#db/seed/phrases/law1.ts'
import { law2 } from '#db/seed/phrases/law2.ts'
import { law3 } from '#db/seed/phrases/law3.ts'
import { law4 } from '#db/seed/phrases/law4.ts'
import { law5 } from '#db/seed/phrases/law5.ts'
import { law6 } from '#db/seed/phrases/law6.ts'
import { procedure } from '#db/seed/phrases/procedure.ts'
import { terms1 } from '#db/seed/phrases/terms1.ts'
import { terms2 } from '#db/seed/phrases/terms2.ts'
import { terms3 } from '#db/seed/phrases/terms3.ts'

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
