import type { Answer } from '../../client/types.ts'

export type RefundAnswer = Answer<'getRefund'>

export const REFUND_STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled', 'voided'] as const
export type RefundStatusName = (typeof REFUND_STATUSES)[number]

/** Reasons of a void, as the API takes them. */
export const VOID_REASONS = [
  ['fraud_not_confirmed', 'The fraud was not confirmed'],
  ['beneficiary_data_error', "The beneficiary's data are wrong"],
  ['duplicate_refund', 'It is a duplicate'],
  ['compliance_hold', 'Compliance holds it'],
  ['customer_request', 'The customer requests it'],
] as const

export type RefundAction = 'cancel' | 'retry' | 'void'

/** A refund is retried at most this often; then a new one is requested. */
const RETRIES_MAX = 5

/** The states that allow an action, and the scope that it needs. A test holds this against the service's own table. */
export const REFUND_ACTIONS: Record<RefundAction, { scope: string; from: readonly RefundStatusName[] }> = {
  cancel: { scope: 'refund:write', from: ['pending'] },
  retry: { scope: 'refund:write', from: ['failed'] },
  void: { scope: 'refund:void', from: ['pending', 'processing', 'completed', 'failed'] },
}

/** `hasFourEyes`: a refund is not voided by the user who requested it. */
export type Viewer = { id: string; can(scope: string): boolean; hasFourEyes: boolean }

/** Why a user may not do this to a refund; null when nothing is known against it: the service decides. */
export function objectionTo(
  action: RefundAction,
  refund: { status: RefundStatusName; requested_by: string; retry_count?: number | undefined },
  { id, can, hasFourEyes }: Viewer,
): string | null {
  const { scope, from } = REFUND_ACTIONS[action]
  if (!from.includes(refund.status)) return `A refund that is ${refund.status} can't be ${PAST[action]}.`
  if (action === 'retry' && (refund.retry_count ?? 0) >= RETRIES_MAX)
    return `It was retried ${RETRIES_MAX} times. Request a new refund.`
  if (!can(scope)) return WHO_MAY[action]
  const isOwn = action === 'void' && hasFourEyes && refund.requested_by === id
  return isOwn ? 'You requested this refund, so another operator or administrator has to void it.' : null
}

const PAST: Record<RefundAction, string> = { cancel: 'cancelled', retry: 'retried', void: 'voided' }
const WHO_MAY: Record<RefundAction, string> = {
  cancel: 'Integrators, operators and administrators may cancel a refund.',
  retry: 'Integrators, operators and administrators may retry a refund.',
  void: 'Operators and administrators may void a refund.',
}
