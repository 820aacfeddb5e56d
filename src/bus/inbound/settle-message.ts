import { ErrorCode, NatsError } from 'nats'
import { NatsUnavailable } from '#edge/nats/connect.ts'
import { isUnavailable } from '#edge/unavailable.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import type { DeadLetters } from './dead-letters.ts'
import { deleteEarly, findEarly, hasTooManyEarly, putEarly } from './early-messages.ts'
import { countFailure, forgetFailures } from './failures.ts'
import type { InboundMetrics } from './metrics.ts'
import { placeOf, type QueuedMessage } from './queued-message.ts'
import type { Fate, TakeMessage } from './take-message.ts'

/** From the first try that found what it names missing. */
const EARLY_MS_MAX = 10 * 60_000
const EARLY_RETRY_MS_MIN = 500
export const EARLY_RETRY_MS_MAX = 15_000
/** Ten minutes have as many. While the service is down, what it names may wait in the stream: that time is no try. */
const EARLY_ATTEMPTS_MIN = 40
const FAILURES_MAX = 20
const UNAVAILABLE = 503
const FAILURE_RETRY_MS_MIN = 500
const FAILURE_RETRY_MS_MAX = 60_000

/** The client library refuses the message itself. */
const OF_MESSAGE = new Set<string>([
  ErrorCode.BadHeader,
  ErrorCode.BadPayload,
  ErrorCode.BadSubject,
  ErrorCode.MaxPayloadExceeded,
])

export type SettleDeps = {
  service: Pick<Service, 'config' | 'db' | 'vault' | 'log' | 'store'>
  take: TakeMessage
  deadLetters: DeadLetters
  metrics: InboundMetrics
}

/** 'done': the message may be acknowledged. Otherwise it is to be tried again after so many milliseconds. */
export type Settled = 'done' | { againInMs: number }

/** Brings a message from the stream to its end, or stores it as early. Throws during an outage. */
export async function settleReceived(
  deps: SettleDeps,
  message: QueuedMessage,
  isRedelivered: boolean,
): Promise<Settled> {
  const settled = await settleOrCount(deps, message, async () => {
    const fate = await deps.take(message)
    if (fate.is === 'early') {
      const { BUS_IN_WAITING } = deps.service.config
      const isFull = await hasTooManyEarly(deps.service, message.client_id, BUS_IN_WAITING)
      if (isFull) return { againInMs: EARLY_RETRY_MS_MAX }
      await putEarly(deps.service, message, fate.user_id)
    }
    return conclude(deps, message, fate)
  })
  if (settled === 'done' && isRedelivered) await forgetFailures(deps.service.db, message)
  return settled
}

/** Tries an early message again. Throws during an outage. */
export async function settleEarly(deps: SettleDeps, place: string, attempts: number): Promise<Settled> {
  const found = await findEarly(deps.service, place)
  if (found === null) return 'done'
  const { message, ageMs } = found
  if (message === null) deps.metrics.count(found, 'erased')
  else {
    const settled = await settleOrCount(deps, message, async () => {
      const fate = await deps.take(message)
      if (fate.is !== 'early') return conclude(deps, message, fate)
      if (ageMs >= EARLY_MS_MAX && attempts >= EARLY_ATTEMPTS_MIN)
        return conclude(deps, message, { ...fate, is: 'bad' })
      return { againInMs: Math.min(EARLY_RETRY_MS_MIN * 2 ** attempts, EARLY_RETRY_MS_MAX) }
    })
    if (settled !== 'done') return settled
    if (attempts > 0) await forgetFailures(deps.service.db, message)
  }
  await deleteEarly(deps.service, place)
  return 'done'
}

/** Whether the same message may be taken once the stores and the bus answer. */
export function isOutage(error: unknown): boolean {
  if (error instanceof Rejection) return error.status === UNAVAILABLE
  if (error instanceof NatsUnavailable) return true
  if (error instanceof NatsError) return !OF_MESSAGE.has(error.code)
  return error instanceof Error && isUnavailable(error)
}

/** Counts a failure that is no outage, whatever failed; after too many the message is refused. */
async function settleOrCount(
  deps: SettleDeps,
  message: QueuedMessage,
  settle: () => Promise<Settled>,
): Promise<Settled> {
  const { service } = deps
  try {
    return await settle()
  } catch (error) {
    if (isOutage(error)) throw error
    // While a store is away, a failure may come from that: it is not counted.
    await service.store.ping()
    const failures = await countFailure(service.db, message)
    service.log.warn({ err: error, place: placeOf(message), failures }, 'a message of the bus was not taken')
    if (failures < FAILURES_MAX)
      return { againInMs: Math.min(FAILURE_RETRY_MS_MIN * 2 ** failures, FAILURE_RETRY_MS_MAX) }
    return conclude(deps, message, { is: 'bad', refusal: failedTooOften() })
  }
}

async function conclude(
  { service, deadLetters, metrics }: SettleDeps,
  message: QueuedMessage,
  fate: Fate,
): Promise<'done'> {
  if (fate.is === 'bad') {
    await deadLetters.put(message, fate.refusal)
    service.log.warn({ place: placeOf(message), code: fate.refusal.code }, 'a message of the bus was refused')
  }
  metrics.count(message, fate.is)
  return 'done'
}

function failedTooOften(): Rejection {
  return new Rejection('INTERNAL_ERROR', { reason: `could not be taken ${FAILURES_MAX} times` })
}
