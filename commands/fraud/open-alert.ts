import type { Context } from '#context.ts'
import type { Recorded } from '#decider.ts'
import { alerts } from '#domain/fraud/alerts/decider.ts'
import type { AlertEventData } from '#domain/fraud/alerts/events.ts'
import { isPattern } from '#domain/fraud/alerts/pattern.ts'
import { DAY_MS } from '#domain/fraud/history.ts'
import { type ProfileEvent, profileStreams } from '#domain/fraud/profile/events.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import { standingOf } from '#queries/subjects/standing-of.ts'
import type { Service } from '#service.ts'
import { escalationThresholdOf } from './escalation-threshold.ts'

type Scored = Recorded<ProfileEvent & { type: 'TransactionScored' }>

/** Opens the alert of a score, which stands at `revision` of a user's profile; escalates it with it where score or pattern say so. */
export async function openAlert(
  service: Pick<Service, 'execute' | 'store' | 'log'>,
  contextFor: (clientId: string) => Context,
  profileId: string,
  revision: number,
): Promise<void> {
  const { execute, store, log } = service
  const stream = profileStreams.stream(profileId)
  const [scored] = (await store.read(stream, revision)).slice(0, 1).map(profileStreams.parse)
  if (scored === undefined || !isAlerting(scored)) return
  const { client_id, user_id, transaction_id } = scored.data
  const transaction = transactionStreams.stream(transactionStreams.id(client_id, transaction_id))
  const standing = await standingOf(service, { client_id, user_id }, transaction)
  if (standing !== 'free') {
    log.info({ stream, revision, standing }, 'no alert is opened on a person whose erasure was asked for')
    return
  }
  const is_pattern = isPattern(timeOf(scored), (await alertsAround(store, scored)).map(timeOf))
  const escalation_threshold = await escalationThresholdOf(service, client_id)
  const command = { type: 'open', data: openedData(scored), is_pattern, escalation_threshold } as const
  const id = alerts.id(client_id, transaction_id)
  await execute.run(alerts, id, command, contextFor(client_id), { likelyNew: true })
}

/** The user's alerts that came before this one and whose transactions lie within a day of it, as the stream decides. */
async function alertsAround({ readTail }: Pick<Service['store'], 'readTail'>, scored: Scored): Promise<Scored[]> {
  const since = timeOf(scored) - DAY_MS
  // In front of an event by which the newest transaction was so old, all are; with the scored one itself it was not.
  const tail = await readTail(scored.stream, event => {
    const { newest } = profileStreams.parse(event).data.totals
    return newest === null || Date.parse(newest) <= since
  })
  return tail
    .filter(({ revision }) => revision < scored.revision)
    .map(profileStreams.parse)
    .filter(isAlerting)
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
