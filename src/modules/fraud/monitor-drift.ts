import { Gauge } from 'prom-client'
import { DRIFT_ALARM, findDrifted, listScoreDays } from '#queries/fraud/list-score-days.ts'
import type { Service } from '#service.ts'
import type { FraudModel } from '#services/fraud/model.ts'

/** Days end once a day. */
const CACHE_MS = 60_000

export function monitorDrift(
  service: Pick<Service, 'db' | 'metrics' | 'now'>,
  live: () => Pick<FraudModel, 'version' | 'reference'> | null,
): { notes(): Promise<string[]> } {
  const index = new Gauge({
    name: 'fraud_drift_index',
    help: 'Population stability index of yesterday against training, of `score` and of each feature',
    labelNames: ['of'],
    registers: [service.metrics],
  })
  const days = new Gauge({
    name: 'fraud_drifted',
    help: `How many of score and features had an index of ${DRIFT_ALARM} or more on each of the last two days`,
    registers: [service.metrics],
  })
  let cached: { at: number; notes: string[] } | undefined

  async function measure(): Promise<string[]> {
    const model = live()
    if (model === null) return []
    const scoreDays = (await listScoreDays(service, [model], service.now())).get(model.version) ?? []
    const yesterday = scoreDays.find(({ is_over, role }) => is_over && role === 'live')
    index.reset()
    if (yesterday?.drift) {
      index.set({ of: 'score' }, yesterday.drift.score)
      for (const { name, drift } of yesterday.drift.features) index.set({ of: name }, drift)
    }
    const drifted = findDrifted(scoreDays)
    days.set(drifted.length)
    return drifted.length === 0 ? [] : [`fraud model ${model.version}: ${drifted.join(', ')} drifted on two days`]
  }

  return {
    async notes() {
      if (cached === undefined || performance.now() - cached.at > CACHE_MS)
        cached = { at: performance.now(), notes: await measure() }
      return cached.notes
    },
  }
}
