import type { DueWorkParts, Reaction } from '#reactions/reaction.ts'
import type { Service } from '#service.ts'
import { createEntering, ENTERING_QUEUE, enterOnTransactionRecorded } from './enter-on-transaction-recorded.ts'
import { ALERT_QUEUE, createOpening, openAlertOnTransactionScored } from './open-alert-on-transaction-scored.ts'

/** People wait for alerts. */
const ALERT_LAG_MS_MAX = 60_000
/** After an outage alerts go first. */
const ENTERING_LAG_MS_MAX = 600_000
/** Few and cheap, so that they leave the places to what people wait for. */
const CONCURRENCY = 8

/** What events of transactions and their scores leave to be done. */
export const fraudReactions: readonly Reaction[] = [enterOnTransactionRecorded, openAlertOnTransactionScored]

/** Who does it. */
export function fraudWork(service: Service): DueWorkParts {
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
    ],
    watches: [],
  }
}
