import type { PassageBank, SeedJudgment, SeedPhrase } from './shapes.ts'
import { judgment as contractAppeal } from './judgments/contractAppeal.ts'
import { judgment as custodyCase } from './judgments/custody.ts'
import { judgment as debtCase } from './judgments/debt.ts'
import { judgment as employmentCase } from './judgments/employment.ts'
import { judgment as landReview } from './judgments/landReview.ts'
import { judgment as tenancyCase } from './judgments/tenancy.ts'
import { judgment as theftCase } from './judgments/theft.ts'
import { judgment as theftAppeal } from './judgments/theftAppeal.ts'
import { appeal } from './passages/appeal.ts'
import { assault } from './passages/assault.ts'
import { compensation } from './passages/compensation.ts'
import { custody } from './passages/custody.ts'
import { divorce } from './passages/divorce.ts'
import { drugs } from './passages/drugs.ts'
import { fraud } from './passages/fraud.ts'
import { inheritance } from './passages/inheritance.ts'
import { review } from './passages/review.ts'
import { theft } from './passages/theft.ts'
import { law1 } from './phrases/law1.ts'
import { procedure } from './phrases/procedure.ts'

/** What people wrote for the library. */

export const writtenJudgments: [kind: string, judgment: SeedJudgment][] = [
  ['tenancy', tenancyCase],
  ['appeal', contractAppeal],
  ['theft', theftCase],
  ['appeal', theftAppeal],
  ['custody', custodyCase],
  ['review', landReview],
  ['employment', employmentCase],
  ['debt', debtCase],
]

/** First the kinds that others appeal from, so that there is something to appeal. */
export const passageBanks: PassageBank[] = [
  theft, divorce, drugs, custody, assault, inheritance, fraud, compensation, appeal, review,
] // prettier-ignore

/** Each Dhivehi phrase once. */
export const phrases: SeedPhrase[] = [
  ...new Map([...procedure, ...law1].map((phrase) => [phrase.dhivehi_phrase, phrase])).values(),
]
