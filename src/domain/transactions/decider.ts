import canonicalize from 'canonicalize'
import { family } from '#event-sourcing/category.ts'
import type { Decider, Recorded } from '#event-sourcing/decider.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'
import { toMajor } from '#values/money.ts'
import { type Device, type TransactionEvent, type TransactionRecordedData, transactionStreams } from './events.ts'

/** `client_id`: of the requester; to another client the transaction does not exist. */
export type TransactionCommand =
  /** `device`: in plaintext, to compare with older events. */
  | { type: 'record'; data: TransactionRecordedData; device?: Device | null }
  | {
      type: 'reserve'
      client_id: string
      refund_id: string
      attempt: number
      amount_minor: number
      currency: string
      /** Only a transaction of this user is accepted; undefined = of any user. */
      user_id?: string | undefined
    }
  | { type: 'release'; client_id: string; refund_id: string; attempt: number; reason: string }

/** `live`: the reserved amount; null once released. */
export type TransactionState = {
  recorded: TransactionRecordedData | null
  reservations: ReadonlyMap<string, { attempt: number; live: number | null; reserved_at: string }>
}

export const transactionDecider: Decider<TransactionCommand, TransactionState, TransactionEvent> = {
  initial: { recorded: null, reservations: new Map() },

  decide(command, state) {
    const { client_id } = command.type === 'record' ? command.data : command
    if (state.recorded !== null && state.recorded.client_id !== client_id) throw transactionNotFound()
    switch (command.type) {
      case 'record':
        return record(command, state)
      case 'reserve':
        return reserve(command, state)
      case 'release': {
        const { refund_id, attempt, reason } = command
        const reservation = state.reservations.get(refund_id)
        if (reservation === undefined || reservation.live === null || reservation.attempt !== attempt) return []
        return [{ type: 'RefundReleased', data: { refund_id, attempt, reason } }]
      }
    }
  },

  evolve: (state, event) => evolveAll(state, [event]),
  evolveAll,
}

export const transactions = family(transactionStreams, transactionDecider)

function transactionNotFound(): Rejection {
  return fieldRejection('REFUND_002', [{ field: 'transaction_id', reason: 'is not the id of a recorded transaction' }])
}

/**
 * Copies the reservations once for all events: a transaction refunded in cents has thousands, and one copy per event
 * would block the process for minutes.
 */
function evolveAll(state: TransactionState, events: readonly Recorded<TransactionEvent>[]): TransactionState {
  let { recorded } = state
  const reservations = new Map(state.reservations)
  for (const { type, data, at } of events)
    switch (type) {
      case 'TransactionRecorded':
        recorded ??= data
        break
      case 'RefundReserved':
        reservations.set(data.refund_id, { attempt: data.attempt, live: data.amount_minor, reserved_at: at })
        break
      case 'RefundReleased': {
        const reservation = reservations.get(data.refund_id)
        if (reservation?.attempt === data.attempt) reservations.set(data.refund_id, { ...reservation, live: null })
      }
    }
  return { recorded, reservations }
}

/** The amount that this attempt holds; 0 after its release. */
export function heldMinor(state: TransactionState, refundId: string, attempt: number): number {
  const reservation = state.reservations.get(refundId)
  return reservation?.attempt === attempt ? (reservation.live ?? 0) : 0
}

export function reservedMinor(state: TransactionState): number {
  let sum = 0
  for (const { live } of state.reservations.values()) sum += live ?? 0
  return sum
}

function record(
  { data, device = data.device }: TransactionCommand & { type: 'record' },
  { recorded }: TransactionState,
): TransactionEvent[] {
  if (recorded === null) return [{ type: 'TransactionRecorded', data }]
  // Events that do not seal the device are compared in plaintext, because sealing twice gives two texts.
  const recordedDevice = recorded.device_sealed?.digest ?? recorded.device
  const requestedDevice = recorded.device === null ? (data.device_sealed?.digest ?? null) : device
  const [a, b] = [comparableFields(recorded, recordedDevice), comparableFields(data, requestedDevice)]
  const names = Object.keys(b).filter(name => canonicalize(a[name]) !== canonicalize(b[name]))
  if (names.length === 0) return []
  const reason = 'differs from the transaction recorded with this transaction_id'
  const fields = names.map(name => ({ field: name === 'amount_minor' ? 'amount' : name, reason }))
  throw new Rejection('CONFLICT', { transaction_id: data.transaction_id, ...fields[0], fields })
}

function comparableFields({ device_sealed: _, ...data }: TransactionRecordedData, device: Device | string | null) {
  return { ...data, device } as Record<string, unknown>
}

/** The live reservations of a transaction never exceed its amount. */
function reserve(command: TransactionCommand & { type: 'reserve' }, state: TransactionState): TransactionEvent[] {
  const { refund_id, attempt, amount_minor } = command
  if (state.recorded === null) throw transactionNotFound()
  const { currency, amount_minor: original, user_id } = state.recorded
  if (command.currency !== currency)
    throw fieldRejection('REFUND_001', [
      { field: 'refund.currency', reason: `must be the transaction's currency, ${currency}` },
    ])
  if (command.user_id !== undefined && command.user_id !== user_id)
    throw fieldRejection('REFUND_010', [
      {
        field: 'beneficiary.user_id',
        reason: "must be the transaction's user; refunds to other persons are not accepted here",
      },
    ])
  const known = state.reservations.get(refund_id)
  // An attempt reserves once: a repeat finds what it holds (`heldMinor`, maybe another amount) or that it was released.
  if (known !== undefined && known.attempt >= attempt) return []
  // An earlier attempt of the same refund failed: this one replaces its reservation.
  const reserved = reservedMinor(state) - (known?.live ?? 0)
  const remaining = original - reserved
  const details = {
    field: 'refund.amount',
    original: toMajor(original, currency),
    refunded: toMajor(reserved, currency),
    remaining: toMajor(remaining, currency),
    currency,
  }
  if (amount_minor > original)
    throw new Rejection('REFUND_008', { ...details, reason: 'exceeds the amount of the transaction' })
  if (remaining === 0) throw new Rejection('REFUND_007', { ...details, reason: 'nothing of the transaction remains' })
  if (amount_minor > remaining)
    throw new Rejection('REFUND_008', { ...details, reason: 'exceeds the remaining amount of the transaction' })
  return [{ type: 'RefundReserved', data: { refund_id, attempt, amount_minor } }]
}
