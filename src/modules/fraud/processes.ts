import { alertStreams } from '#domain/fraud/alerts/events.ts'
import { outcomeStreams } from '#domain/fraud/outcomes/events.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import type { Subscription } from '#reactions/process.ts'
import type { FraudService } from '#services/fraud/scoring.ts'
import { alertProcess } from './alert-process.ts'
import { ingestionProcess } from './ingestion-process.ts'
import { rescoringProcess } from './rescoring-process.ts'
import { resolvingProcess } from './resolving-process.ts'

/** Nearly all transactions are scored within it and then need no job. */
const INGESTION_DELAY_MS = 1_000
/** Its jobs are due half a second later. */
const RESCORING_DELAY_MS = 250

export const fraudSubscriptions: readonly Subscription<FraudService>[] = [
  {
    name: 'fraud-entering',
    prefixes: [transactionStreams.prefix, profileStreams.prefix],
    batchDelayMs: INGESTION_DELAY_MS,
    processes: [ingestionProcess],
  },
  { name: 'fraud-alerts', prefixes: [profileStreams.prefix, alertStreams.prefix], processes: [alertProcess] },
  { name: 'fraud-outcomes', prefixes: [outcomeStreams.prefix, alertStreams.prefix], processes: [resolvingProcess] },
  {
    name: 'fraud-rescoring',
    prefixes: [outcomeStreams.prefix, profileStreams.prefix, refundStreams.prefix],
    batchDelayMs: RESCORING_DELAY_MS,
    processes: [rescoringProcess],
  },
]
