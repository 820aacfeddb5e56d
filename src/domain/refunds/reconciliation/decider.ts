import { isDeepStrictEqual } from 'node:util'
import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'
import { type FlaggedDiscrepancy, type ReconciliationEvent, reconciliationStreams } from './events.ts'

export type Flag = FlaggedDiscrepancy & {
  flagged_at: string
  flagged_by: string
  resolution: { reason: string; resolved_at: string; resolved_by: string } | null
}
export type ReconciliationState = { flags: readonly Flag[] }
export type ReconciliationCommand =
  | { type: 'flag'; data: Omit<FlaggedDiscrepancy, 'number'> }
  /** `client_id`: of the requester; null for the service itself, which may resolve any flag. */
  | { type: 'resolve'; client_id: string | null; number: number; reason: string }

/** A network whose statements differ every time is flagged this often per refund. */
export const FLAGS_MAX = 100

export const reconciliationDecider: Decider<ReconciliationCommand, ReconciliationState, ReconciliationEvent> = {
  initial: { flags: [] },
  decide(command, { flags }) {
    if (command.type === 'flag') {
      const isKnown = findFlag(flags, command.data) !== undefined
      if (isKnown || flags.length >= FLAGS_MAX) return []
      return [{ type: 'ReconciliationFlagged', data: { ...command.data, number: flags.length + 1 } }]
    }
    const { client_id, number, reason } = command
    const flag = flags.find(flag => flag.number === number)
    if (flag === undefined || (client_id !== null && flag.client_id !== client_id)) throw flagNotFound()
    if (flag.resolution?.reason === reason) return []
    if (flag.resolution !== null) throw new Rejection('CONFLICT', { field: 'status', reason: 'is already resolved' })
    return [{ type: 'ReconciliationResolved', data: { refund_id: flag.refund_id, number, reason } }]
  },
  evolve(state, { type, data, at, metadata }) {
    const by = metadata.actor.sub
    if (type === 'ReconciliationFlagged')
      return { flags: [...state.flags, { ...data, flagged_at: at, flagged_by: by, resolution: null }] }
    if (type !== 'ReconciliationResolved') return state
    const resolution = { reason: data.reason, resolved_at: at, resolved_by: by }
    return { flags: state.flags.map(flag => (flag.number === data.number ? { ...flag, resolution } : flag)) }
  },
}

export const reconciliations = family(reconciliationStreams, reconciliationDecider)

export function flagNotFound(): Rejection {
  return fieldRejection('NOT_FOUND', [{ field: 'flag_id', reason: 'is not the id of a flag' }])
}

/** The existing flag of a discrepancy, open or resolved, whichever statement reported it. */
export function findFlag(flags: readonly Flag[], data: Omit<FlaggedDiscrepancy, 'number'>): Flag | undefined {
  return flags.find(flag => isDeepStrictEqual(identityOf(flag), identityOf(data)))
}

function identityOf({ kind, about, attempt, key, said, recorded }: Omit<FlaggedDiscrepancy, 'number'>) {
  return {
    ...{ kind, about, attempt, key },
    said: said && [said.outcome, said.amount_minor, said.currency, said.reference],
    recorded: recorded && [recorded.outcome, recorded.amount_minor, recorded.currency, recorded.reference],
  }
}
