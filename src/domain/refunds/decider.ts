import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { type ErrorCode, Rejection } from '#values/errors.ts'
import type { RefundCommand } from './commands.ts'
import { contradictionOf, isExpected, isNetworkOutcome, mayHaveBeenPaid } from './contradiction.ts'
import { type RefundEvent, type RefundEventType, refundStreams } from './events.ts'
import { getOwnRefund, refundNotFound } from './ownership.ts'
import { evolve, isRefund, type Refund, type RefundState, type RefundStatus } from './state.ts'

type CommandType = RefundCommand['type']
type Status = RefundState['status']
/** An event, `replay` (no event: already so, or too late to matter), or a refusal. */
type Cell = RefundEventType | 'replay' | Extract<ErrorCode, `REFUND_${string}`>

/**
 * Source: the spec, "States and transitions: Refund", with its gaps filled.
 * An outcome of the network becomes the event of its cell while the refund waits for it. An outcome for which it does
 * not wait (late, repeated, of an earlier attempt, of a finished reversal) changes nothing, whatever its cell: it is
 * `NetworkContradicted` when it contradicts what is recorded, otherwise no event.
 */
// biome-ignore format: a table is read by its columns
export const refundTable = {
  request:           { absent: 'RefundRequested', abandoned: 'replay',     pending: 'replay',                  processing: 'replay',              completed: 'replay',              failed: 'replay',               cancelled: 'replay',              voided: 'replay'                   },
  abandon:           { absent: 'RefundAbandoned', abandoned: 'replay',     pending: 'replay',                  processing: 'replay',              completed: 'replay',              failed: 'replay',               cancelled: 'replay',              voided: 'replay'                   },
  start_processing:  { absent: 'REFUND_003',      abandoned: 'REFUND_003', pending: 'RefundProcessingStarted', processing: 'replay',              completed: 'replay',              failed: 'replay',               cancelled: 'replay',              voided: 'replay'                   },
  complete:          { absent: 'REFUND_003',      abandoned: 'REFUND_003', pending: 'NetworkContradicted',     processing: 'RefundCompleted',     completed: 'NetworkContradicted', failed: 'NetworkContradicted',  cancelled: 'NetworkContradicted', voided: 'TransferSettledAfterVoid' },
  fail:              { absent: 'REFUND_003',      abandoned: 'REFUND_003', pending: 'replay',                  processing: 'RefundFailed',        completed: 'NetworkContradicted', failed: 'replay',               cancelled: 'replay',              voided: 'TransferFailedAfterVoid'  },
  cancel:            { absent: 'REFUND_003',      abandoned: 'REFUND_003', pending: 'RefundCancelled',         processing: 'REFUND_006',          completed: 'REFUND_006',          failed: 'REFUND_006',           cancelled: 'REFUND_006',          voided: 'REFUND_006'               },
  retry:             { absent: 'REFUND_003',      abandoned: 'REFUND_003', pending: 'REFUND_006',              processing: 'REFUND_006',          completed: 'REFUND_006',          failed: 'RefundRetried',        cancelled: 'REFUND_006',          voided: 'REFUND_006'               },
  abandon_retry:     { absent: 'REFUND_003',      abandoned: 'REFUND_003', pending: 'replay',                  processing: 'replay',              completed: 'replay',              failed: 'RefundRetryAbandoned', cancelled: 'replay',              voided: 'replay'                   },
  void:              { absent: 'REFUND_003',      abandoned: 'REFUND_003', pending: 'RefundVoided',            processing: 'RefundVoided',        completed: 'RefundVoided',        failed: 'RefundVoided',         cancelled: 'REFUND_006',          voided: 'REFUND_006'               },
  complete_reversal: { absent: 'REFUND_003',      abandoned: 'REFUND_003', pending: 'NetworkContradicted',     processing: 'NetworkContradicted', completed: 'NetworkContradicted', failed: 'NetworkContradicted',  cancelled: 'NetworkContradicted', voided: 'ReversalCompleted'        },
  fail_reversal:     { absent: 'REFUND_003',      abandoned: 'REFUND_003', pending: 'replay',                  processing: 'replay',              completed: 'replay',              failed: 'replay',               cancelled: 'replay',              voided: 'ReversalFailed'           },
} satisfies Record<CommandType, Record<Status, Cell>>

/** After that a new refund is requested. */
export const RETRIES_MAX = 5

export const refundDecider: Decider<RefundCommand, RefundState, RefundEvent> = {
  initial: { status: 'absent' },
  decide(command, state) {
    const cell: Cell = refundTable[command.type][state.status]
    if (isRefund(state)) getOwnRefund(state, clientIdOf(command))
    if (cell === 'replay') return []
    if (isErrorCode(cell)) throw isRefund(state) ? new Rejection(cell, statusConflict(state.status)) : refundNotFound()
    if (isRefund(state) && isNetworkOutcome(command) && !isExpected(command, state)) {
      const data = contradictionOf(command, state)
      return data === null ? [] : [{ type: 'NetworkContradicted', data }]
    }
    if (isRefund(state) && isStale(command, state)) return []
    return toEvents(cell, command, state)
  },
  evolve,
}

export const refunds = family(refundStreams, refundDecider)

function clientIdOf(command: RefundCommand): string | null {
  if (command.type === 'request') return command.data.client_id
  return 'client_id' in command ? command.client_id : null
}

/** `details` of REFUND_006. */
export function statusConflict(status: RefundStatus) {
  return { field: 'status', reason: `is ${status}, which does not allow this`, status }
}

function isErrorCode(cell: Cell): cell is Extract<Cell, `REFUND_${string}`> {
  return cell.startsWith('REFUND_')
}

function isStale(command: RefundCommand, refund: Refund): boolean {
  if (command.type === 'start_processing') return command.attempt !== refund.attempt
  return command.type === 'abandon_retry' && command.attempt !== refund.attempt + 1
}

function toEvents(type: RefundEventType, command: RefundCommand, state: RefundState): RefundEvent[] {
  switch (command.type) {
    case 'request':
      return [{ type: 'RefundRequested', data: command.data }]
    case 'abandon':
      return [{ type: 'RefundAbandoned', data: {} }]
    case 'start_processing':
      if (isRefund(state) && mayHaveBeenPaid(state)) return []
      return [{ type: 'RefundProcessingStarted', data: { attempt: command.attempt } }]
    case 'complete': {
      const { attempt, reference } = command
      if (type === 'RefundCompleted') return [{ type, data: { attempt, reference } }]
      return [
        { type: 'TransferSettledAfterVoid', data: { attempt, reference } },
        { type: 'ReversalStarted', data: {} },
      ]
    }
    case 'fail': {
      const { attempt, reference, failure_reason } = command
      if (type === 'RefundFailed') return [{ type, data: { attempt, reference, failure_reason } }]
      return [{ type: 'TransferFailedAfterVoid', data: { attempt, failure_reason } }]
    }
    case 'cancel': {
      const { cancel_reason, cancelled_by } = command
      return [{ type: 'RefundCancelled', data: { cancel_reason, cancelled_by } }]
    }
    case 'retry':
      return isRefund(state) ? toRetried(command, state) : []
    case 'abandon_retry':
      return [{ type: 'RefundRetryAbandoned', data: { attempt: command.attempt } }]
    case 'void':
      return isRefund(state) ? toVoided(command, state) : []
    case 'complete_reversal':
      return [{ type: 'ReversalCompleted', data: { reversal_reference: command.reversal_reference } }]
    case 'fail_reversal':
      return [{ type: 'ReversalFailed', data: { reversal_reference: command.reversal_reference } }]
  }
}

function toRetried(
  { attempt, retry_reason, beneficiary }: RefundCommand & { type: 'retry' },
  refund: Refund,
): RefundEvent[] {
  if (mayHaveBeenPaid(refund))
    throw new Rejection('REFUND_006', {
      ...statusConflict(refund.status),
      reason: 'the payment network has since reported that it paid; see the audit',
    })
  if (refund.retry_count >= RETRIES_MAX)
    throw new Rejection('REFUND_006', { ...statusConflict(refund.status), retries_max: RETRIES_MAX })
  // The attempt was counted on an older state: another retry is in progress or done.
  if (attempt !== refund.attempt + 1) throw new Rejection('REFUND_006', statusConflict(refund.status))
  return [{ type: 'RefundRetried', data: { attempt, retry_reason, beneficiary } }]
}

function toVoided(command: RefundCommand & { type: 'void' }, refund: Refund): RefundEvent[] {
  if (command.four_eyes && command.voider === refund.created_by)
    throw new Rejection('AUTH_003', { reason: 'the creator of a refund must not void it' })
  const { void_reason, void_details_sealed, voided_by } = command
  const data = { void_reason, void_details: null, voided_by, transfer: refund.transfer }
  const sealed = void_details_sealed === null ? {} : { void_details_sealed }
  const event: RefundEvent = { type: 'RefundVoided', data: { ...data, ...sealed } }
  return refund.transfer === 'settled' ? [event, { type: 'ReversalStarted', data: {} }] : [event]
}
