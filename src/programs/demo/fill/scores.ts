import type { Client } from '#client/index.ts'
import { createProgressLine, formatCount } from '#terminal/progress.ts'
import { type DemoRecord, sampleUpTo } from './sample.ts'

const OUTCOMES_MAX = 1_000

/** Scores a sample of transactions in the order of time, and reports their outcomes. `name` begins the ids. */
export async function fillScores(client: Client, name: string, now: number, signal: AbortSignal): Promise<string> {
  using progress = createProgressLine()
  const pending: Extract<DemoRecord, { outcome: unknown }>['outcome'][] = []
  let [scored, alerts, outcomes] = [0, 0, 0]

  async function report(): Promise<void> {
    while (pending.length > 0) {
      const body = pending.splice(0, OUTCOMES_MAX)
      await client.reportFraudOutcomes({ body }, { signal })
      outcomes += body.length
    }
  }

  for (const record of sampleUpTo(now, name)) {
    signal.throwIfAborted()
    if ('outcome' in record) {
      pending.push(record.outcome)
      continue
    }
    await report()
    const { is_alert } = await client.scoreTransaction({ body: { transaction: record.transaction } }, { signal })
    scored += 1
    if (is_alert) alerts += 1
    progress.show(() => `${formatCount(scored)} transactions scored`)
  }
  await report()
  return `${scored} transactions scored, ${alerts} alerts among them, ${outcomes} outcomes reported`
}
