import { NatsError } from 'nats'
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
const EARLY_RETRY_MS_MAX = 15_000
const FAILURES_MAX = 20
const UNAVAILABLE = 503
const FAILURE_RETRY_MS_MIN = 500
const FAILURE_RETRY_MS_MAX = 60_000

export type SettleDeps = {
  service: Pick<Service, 'config' | 'db' | 'vault' | 'log' | 'store'>
  take: TakeMessage
  deadLetters: DeadLetters
  metrics: InboundMetrics
}

/** 'done': the message may be acknowledged. Otherwise it is to be tried again after so many milliseconds. */
export type Settled = 'done' | { againInMs: number }

/** Brings a message from the stream to its end, or stores it as early. Throws during an outage. */
export async function settleReceived(deps: SettleDeps, message: QueuedMessage): Promise<Settled> {
  const fate = await takeOrCount(deps, message)
  if ('againInMs' in fate) return fate
  await concludeUnlessEarly(deps, message, fate)
  if (fate.is === 'early') {
    const { BUS_IN_WAITING } = deps.service.config
    if (await hasTooManyEarly(deps.service, message.client_id, BUS_IN_WAITING)) return { againInMs: EARLY_RETRY_MS_MAX }
    await putEarly(deps.service, message, fate.user_id)
  }
  deps.metrics.count(message, fate.is)
  return 'done'
}

/** Tries an early message again. Throws during an outage. */
export async function settleEarly(deps: SettleDeps, place: string, attempts: number): Promise<Settled> {
  const found = await findEarly(deps.service, place)
  if (found === null) return 'done'
  const { message, ageMs } = found
  const fate = message === null ? ({ is: 'erased' } as const) : await takeOrCount(deps, message)
  if ('againInMs' in fate) return fate
  if (fate.is === 'early' && ageMs < EARLY_MS_MAX)
    return { againInMs: Math.min(EARLY_RETRY_MS_MIN * 2 ** attempts, EARLY_RETRY_MS_MAX) }
  const last: Fate = fate.is === 'early' ? { is: 'bad', refusal: fate.refusal } : fate
  if (message !== null) {
    await concludeUnlessEarly(deps, message, last)
    deps.metrics.count(message, last.is)
  }
  await deleteEarly(deps.service, place)
  return 'done'
}

/** Whether the same message may be taken once the stores and the bus answer. */
export function isOutage(error: unknown): boolean {
  if (error instanceof Rejection) return error.status === UNAVAILABLE
  if (error instanceof NatsError || error instanceof NatsUnavailable) return true
  return error instanceof Error && isUnavailable(error)
}

async function takeOrCount(
  { service, take }: SettleDeps,
  message: QueuedMessage,
): Promise<Fate | { againInMs: number }> {
  try {
    return await take(message)
  } catch (error) {
    if (isOutage(error)) throw error
    // While a store is away, a failure may come from that: it is not counted.
    await service.store.ping()
    const failures = await countFailure(service.db, message)
    service.log.warn({ err: error, place: placeOf(message), failures }, 'a message of the bus was not taken')
    if (failures >= FAILURES_MAX) return { is: 'bad', refusal: failedTooOften() }
    return { againInMs: Math.min(FAILURE_RETRY_MS_MIN * 2 ** failures, FAILURE_RETRY_MS_MAX) }
  }
}

async function concludeUnlessEarly({ service, deadLetters }: SettleDeps, message: QueuedMessage, fate: Fate) {
  if (fate.is !== 'bad') return
  await deadLetters.put(message, fate.refusal)
  service.log.warn({ place: placeOf(message), code: fate.refusal.code }, 'a message of the bus was refused')
  if (fate.refusal.code === 'INTERNAL_ERROR') await forgetFailures(service.db, message)
}

function failedTooOften(): Rejection {
  return new Rejection('INTERNAL_ERROR', { reason: `could not be taken ${FAILURES_MAX} times` })
}
