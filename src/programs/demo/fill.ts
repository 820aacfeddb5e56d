import { createClient } from '#client/index.ts'
import { createProgressLine, formatCount } from '#terminal/progress.ts'
import type { DemoService } from './find-or-start-service.ts'
import { type DemoRecord, sampleUpTo } from './sample.ts'

const OUTCOMES_MAX = 1_000

/** Scores a sample of transactions in the order of time, and reports their outcomes. */
export async function fill({ url, login }: Pick<DemoService, 'url' | 'login'>, signal: AbortSignal): Promise<void> {
  const { access_token: token } = await createClient({ url }).login({ body: login }, { signal })
  const client = createClient({ url, token })
  using progress = createProgressLine()
  const now = Date.now()
  const records = sampleUpTo(now, `demo_${now}`)
  const pending: Extract<DemoRecord, { outcome: unknown }>['outcome'][] = []
  let [scored, alerts, outcomes] = [0, 0, 0]

  async function report(): Promise<void> {
    while (pending.length > 0) {
      const body = pending.splice(0, OUTCOMES_MAX)
      await client.reportFraudOutcomes({ body }, { signal })
      outcomes += body.length
    }
  }

  for (const record of records) {
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
  progress.clear()
  console.log(`${scored} transactions scored, ${alerts} alerts among them, ${outcomes} outcomes reported`)
  console.log('look at them: GET /fraud/alerts?sort=score')
}
