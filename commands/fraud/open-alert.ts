import { alerts } from '#domain/fraud/alerts/decider.ts'
import type { AlertEventData } from '#domain/fraud/alerts/events.ts'
import { isPattern } from '#domain/fraud/alerts/pattern.ts'
import { DAY_MS } from '#domain/fraud/history.ts'
import { type ProfileEvent, profileStreams } from '#domain/fraud/profile/events.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import { getAccessStatus } from '#privacy/access-status.ts'
import type { Service } from '#service.ts'
import { escalationThresholdOf } from '#services/fraud/policy-cache.ts'

type Scored = Recorded<ProfileEvent & { type: 'TransactionScored' }>

/** Score or pattern may escalate the alert at once. */
export async function openAlert(
  service: Pick<Service, 'execute' | 'store' | 'log'>,
  contextFor: (clientId: string) => Context,
  profileId: string,
  revision: number,
): Promise<void> {
  const { execute, store, log } = service
  const stream = profileStreams.stream(profileId)
  const lastDay = await readLastDay(store, stream, revision)
  const scored = lastDay.at(-1)
  if (scored?.revision !== revision || !isAlerting(scored)) return
  const { client_id, user_id, transaction_id } = scored.data
  const transaction = transactionStreams.stream(transactionStreams.id(client_id, transaction_id))
  const accessStatus = await getAccessStatus(service, { client_id, user_id }, transaction)
  if (accessStatus !== 'free') {
    log.info({ stream, revision, access_status: accessStatus }, 'no alert opened: erasure of the person was requested')
    return
  }
  const is_pattern = isPattern(timeOf(scored), lastDay.slice(0, -1).filter(isAlerting).map(timeOf))
  const escalation_threshold = await escalationThresholdOf(service, client_id)
  const command = { type: 'open', data: openedData(scored), is_pattern, escalation_threshold } as const
  const id = alerts.id(client_id, transaction_id)
  await execute.run(alerts, id, command, contextFor(client_id), { expectNoStream: true })
}

/** The profile's events up to a revision, back to where all transactions are at least a day older than that event's. */
async function readLastDay(
  { readTail }: Pick<Service['store'], 'readTail'>,
  stream: string,
  revision: number,
): Promise<Recorded<ProfileEvent>[]> {
  let since = Number.NEGATIVE_INFINITY
  const tail = await readTail(stream, older => {
    const { totals, transaction } = profileStreams.parse(older).data
    if (older.revision === revision) since = Date.parse(transaction.timestamp) - DAY_MS
    // `newest` is a maximum: all transactions before this event are as old.
    return totals.newest === null || Date.parse(totals.newest) <= since
  })
  return tail.filter(event => event.revision <= revision).map(profileStreams.parse)
}

function isAlerting(event: Recorded<ProfileEvent>): event is Scored {
  return event.type === 'TransactionScored' && event.data.is_alert
}

function timeOf({ data }: Scored): number {
  return Date.parse(data.transaction.timestamp)
}

function openedData({ data, at }: Scored): AlertEventData<'AlertOpened'> {
  const { client_id, user_id, transaction_id, threshold, score, level } = data
  const { recommendation, risk_factors, model_version } = data
  const { amount_minor, currency, operation_type, timestamp } = data.transaction
  return {
    ...{ client_id, user_id, transaction_id, amount_minor, currency, operation_type },
    ...{ transaction_at: timestamp, detected_at: at, threshold },
    ...{ score, level, recommendation, risk_factors, model_version },
  }
}
