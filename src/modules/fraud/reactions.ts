import type { DueWorkParts, Reaction } from '#reactions/reaction.ts'
import type { FraudService } from '#services/fraud/scoring.ts'
import { createEntering, ENTERING_QUEUE, enterOnTransactionRecorded } from './enter-on-transaction-recorded.ts'
import { ALERT_QUEUE, createOpening, openAlertOnTransactionScored } from './open-alert-on-transaction-scored.ts'
import { createRescoring, RESCORING_QUEUE, rescoreAlertsOnNewFacts } from './rescore-alerts-on-new-facts.ts'
import { createResolving, RESOLVING_QUEUE, resolveAlertOnOutcomeReported } from './resolve-alert-on-outcome-reported.ts'
import { fraudWatches } from './watches.ts'

/** People wait for alerts. */
const ALERT_LAG_MS_MAX = 60_000
/**
 * At the first start every transaction there is enters, some 300 a second and process. Nobody waits for it, and processes that are not ready
 * meanwhile would serve nobody: that nothing enters at all is seen from the metric long before.
 */
const ENTERING_LAG_MS_MAX = 86_400_000
/** After an outage alerts go first. */
const RESCORING_LAG_MS_MAX = 600_000
/** Few and cheap, so that they leave the places to what people wait for. */
const CONCURRENCY = 8
/** Each reads two months of a user and asks the model. */
const RESCORING_CONCURRENCY = 2

/** What events of transactions and their scores leave to be done. */
export const fraudReactions: readonly Reaction[] = [
  enterOnTransactionRecorded,
  openAlertOnTransactionScored,
  resolveAlertOnOutcomeReported,
  rescoreAlertsOnNewFacts,
]

/** Who does it. */
export function fraudWork(service: FraudService): DueWorkParts {
  return {
    queues: [
      {
        name: ALERT_QUEUE,
        step: createOpening(service),
        concurrency: CONCURRENCY,
        lagMsMax: ALERT_LAG_MS_MAX,
      },
      {
        name: ENTERING_QUEUE,
        step: createEntering(service),
        concurrency: CONCURRENCY,
        lagMsMax: ENTERING_LAG_MS_MAX,
      },
      {
        name: RESOLVING_QUEUE,
        step: createResolving(service),
        concurrency: CONCURRENCY,
        lagMsMax: ALERT_LAG_MS_MAX,
      },
      {
        name: RESCORING_QUEUE,
        step: createRescoring(service),
        concurrency: RESCORING_CONCURRENCY,
        lagMsMax: RESCORING_LAG_MS_MAX,
      },
    ],
    watches: fraudWatches(service),
  }
}
