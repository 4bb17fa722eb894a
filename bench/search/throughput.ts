import { percentile } from '#bench/report/percentile.ts'

export type Throughput = { per_second: number; p95: number; answered: number }

/** Concurrent load: each client sends the next query as soon as it has its response, for the given time. */
export async function concurrentLoad<Question>(
  questions: readonly Question[],
  ask: (question: Question) => Promise<unknown>,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Throughput> {
  const times: number[] = []
  const startedAt = performance.now()
  let next = 0
  const client = async () => {
    while (performance.now() - startedAt < seconds * 1000) {
      const question = questions[next % questions.length]
      next += 1
      if (question === undefined) return
      const sentAt = performance.now()
      await ask(question)
      times.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  // Queries still running at the end count with the time that they took.
  const elapsed = (performance.now() - startedAt) / 1000
  return { per_second: times.length / elapsed, p95: percentile(times, 0.95), answered: times.length }
}
