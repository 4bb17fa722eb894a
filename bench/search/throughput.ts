import { percentile } from './timings.ts'

export type Throughput = { per_second: number; p95: number; answered: number }

/** So many clients, each asking the next question as soon as it has its answer, for so long. */
export async function pressed<Question>(
  questions: readonly Question[],
  ask: (question: Question) => Promise<unknown>,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Throughput> {
  const times: number[] = []
  const begun = performance.now()
  let next = 0
  const client = async () => {
    while (performance.now() - begun < seconds * 1000) {
      const question = questions[next % questions.length]
      next += 1
      if (question === undefined) return
      const asked = performance.now()
      await ask(question)
      times.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  // What was still on its way at the end is counted with the time that it took.
  const took = (performance.now() - begun) / 1000
  return { per_second: times.length / took, p95: percentile(times, 0.95), answered: times.length }
}
