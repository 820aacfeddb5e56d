import canonicalize from 'canonicalize'
import { accountProblem, maskAccountNumber, normaliseAccountNumber } from '#domain/refunds/account-number.ts'
import { refundDecider } from '#domain/refunds/decider.ts'
import { type RefundEventData, refundStream } from '#domain/refunds/events.ts'
import { isRefund, type Refund, type RefundState } from '#domain/refunds/state.ts'
import { heldMinor, transactionDecider } from '#domain/transactions/decider.ts'
import { transactionStream } from '#domain/transactions/events.ts'
import { fieldRejection, Rejection } from '#errors.ts'
import type { Context } from '#execute.ts'
import { derivedId, derivedUuid } from '#ids.ts'
import { beneficiarySubject } from '#modules/refunds/sealed.ts'
import { toMinor } from '#money.ts'
import type { Service } from '#service.ts'
import type { RequestRefundBody } from './input.ts'
import { releaseBudget } from './release-budget.ts'

/** The spec's "overall under 30 s". */
const ESTIMATE_MS = 30_000
/** When to ask again after REFUND_009. */
const PROVIDER_RETRY_AFTER_S = 5
/** When to ask again about a request that is under way. */
const IN_PROGRESS_RETRY_AFTER_S = 2
/** How often one key can come back after its 24 hours; a client that gets here reuses keys systematically. */
const KEY_USES_MAX = 100

export type RequestedRefund = { refund_id: string; refund: Refund; replayed: boolean }

/**
 * Requests a refund: reserves its amount of the transaction, then records it under an id that is a function of client and
 * key. `replayed` when this key was used for the same request before.
 *
 * Refusals: REFUND_001, 002, 007, 008, 009, 010; IDEMPOTENCY_IN_PROGRESS (409) while the first one is under way,
 * IDEMPOTENCY_KEY_REUSED (422) for another request under a used key. A refused request does not use up its key.
 */
export async function requestRefund(
  service: Service,
  context: Context,
  key: string,
  body: RequestRefundBody,
): Promise<RequestedRefund> {
  const amount_minor = amountOf(body)
  const account = accountProblem(body.beneficiary.account_number, body.beneficiary.bank_code)
  if (account !== null) throw fieldRejection('REFUND_010', [{ ...account, field: `beneficiary.${account.field}` }])
  const fingerprint = service.vault.digest('refund-request', canonicalize(body) ?? '')

  for (let use = 0; use < KEY_USES_MAX; use += 1) {
    const refund_id = derivedId('rf', context.actor.client_id, key, use)
    const first = await claim(service, context, refund_id, { key, body, amount_minor, fingerprint })
    if (first.created) return { refund_id, refund: first.refund, replayed: false }
    if (isOver(first.state, context.now, service.config.IDEMPOTENCY_TTL_S)) continue
    return { refund_id, refund: replay(refund_id, first.state, fingerprint), replayed: true }
  }
  throw new Rejection('IDEMPOTENCY_KEY_REUSED', { reason: `the key was used ${KEY_USES_MAX} times` })
}

export function providerDown(): Rejection {
  const reason = 'the payment network takes no transfers to this account at present'
  return new Rejection('REFUND_009', { reason }, { retryAfterS: PROVIDER_RETRY_AFTER_S })
}

type Request = { key: string; body: RequestRefundBody; amount_minor: number; fingerprint: string }
type Claim = { created: true; refund: Refund } | { created: false; state: RefundState }

/**
 * Reserve, then record with `no_stream`: the store decides who is first. Whatever stands in the way of reserving is only
 * told when no refund exists under this id, for then it is a new request.
 */
async function claim(service: Service, context: Context, refund_id: string, request: Request): Promise<Claim> {
  const { execute } = service
  const stream = transactionStream(context.actor.client_id, request.body.transaction_id)
  const { user_id } = request.body.beneficiary
  let reservedNow = false
  let isMismatch: boolean
  try {
    if (!(await service.network.available(normaliseAccountNumber(request.body.beneficiary.account_number))))
      throw providerDown()
    const { state, events } = await execute.run(
      transactionDecider,
      stream,
      {
        type: 'reserve',
        refund_id,
        attempt: 0,
        amount_minor: request.amount_minor,
        currency: request.body.refund.currency,
        user_id: service.config.BENEFICIARY_MISMATCH === 'reject' ? user_id : undefined,
      },
      context,
    )
    isMismatch = state.recorded?.user_id !== user_id
    reservedNow = events.length > 0
    if (!reservedNow) {
      const known = await execute.load(refundDecider, refundStream(refund_id))
      if (known.state.status !== 'absent') return { created: false, state: known.state }
      carryOn(refund_id, heldMinor(state, refund_id, 0), request.amount_minor)
    }
  } catch (error) {
    if (!(error instanceof Rejection) || error.code === 'SERVICE_UNAVAILABLE') throw error
    const known = await execute.load(refundDecider, refundStream(refund_id))
    if (known.state.status === 'absent') throw error
    return { created: false, state: known.state }
  }

  const data = { ...(await requestedData(service, context, refund_id, request)), beneficiary_mismatch: isMismatch }
  const { state, events } = await execute.run(
    refundDecider,
    refundStream(refund_id),
    { type: 'request', data },
    context,
    { likelyNew: true },
  )
  if (events.length > 0 && isRefund(state)) return { created: true, refund: state }
  const isTheirs = isRefund(state) && state.transaction_id === request.body.transaction_id && state.attempt === 0
  if (reservedNow && !isTheirs) await releaseBudget(service, context, stream, refund_id, 0, 'not_created')
  return { created: false, state }
}

/**
 * Whoever finds the key's reservation made already may go on with it, but only for the amount that was reserved. Another
 * amount is another request: its sender, or the sweep, decides within a minute what becomes of the key.
 */
function carryOn(refund_id: string, held: number, amount_minor: number): void {
  if (held === 0) throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'the reservation has just expired' })
  if (held !== amount_minor)
    throw new Rejection(
      'IDEMPOTENCY_IN_PROGRESS',
      { refund_id, field: 'Idempotency-Key', reason: 'is in use by another request' },
      { retryAfterS: IN_PROGRESS_RETRY_AFTER_S },
    )
}

function amountOf({ refund }: RequestRefundBody): number {
  const minor = toMinor(refund.amount, refund.currency)
  if (typeof minor === 'object') throw fieldRejection('REFUND_001', [{ ...minor, field: `refund.${minor.field}` }])
  return minor
}

async function requestedData(
  service: Service,
  { actor, now }: Context,
  refund_id: string,
  request: Request,
): Promise<RefundEventData<'RefundRequested'>> {
  const { key, body, amount_minor, fingerprint } = request
  const { beneficiary } = body
  const subject = beneficiarySubject(actor.client_id, beneficiary.user_id)
  const account_number = normaliseAccountNumber(beneficiary.account_number)
  return {
    client_id: actor.client_id,
    transaction_id: body.transaction_id,
    alert_id: body.alert_id,
    amount_minor,
    currency: body.refund.currency,
    reason: body.refund.reason,
    description: body.refund.description,
    beneficiary: {
      user_id: beneficiary.user_id,
      account_id: beneficiary.account_id,
      name: await service.vault.seal(subject, `${refund_id}|name`, beneficiary.name),
      account_number: await service.vault.seal(subject, `${refund_id}|account_number`, account_number),
      account_masked: maskAccountNumber(account_number),
      bank_code: normaliseAccountNumber(beneficiary.bank_code),
    },
    metadata: { case_id: body.metadata?.case_id ?? null, agent_id: body.metadata?.agent_id ?? null },
    idempotency_key: key,
    fingerprint,
    estimated_completion: new Date(now.getTime() + ESTIMATE_MS).toISOString(),
    tracking: trackingOf(refund_id),
  }
}

/** A reference short enough to be read out on the phone, and a trace id in the shape tracing systems use (16 bytes hex). */
function trackingOf(refundId: string) {
  const trace_id = derivedUuid('trace', refundId).replaceAll('-', '')
  return { reference: `RFD-${trace_id.slice(0, 12).toUpperCase()}`, trace_id }
}

/** The key is free again: its refund never came to be, or its time has passed. */
function isOver(state: RefundState, now: Date, ttlS: number): boolean {
  return !isRefund(state) || now.getTime() - Date.parse(state.created_at) >= ttlS * 1000
}

function replay(refund_id: string, state: RefundState, fingerprint: string): Refund {
  if (!isRefund(state))
    throw new Rejection('IDEMPOTENCY_IN_PROGRESS', { refund_id }, { retryAfterS: IN_PROGRESS_RETRY_AFTER_S })
  if (state.fingerprint !== fingerprint)
    throw new Rejection('IDEMPOTENCY_KEY_REUSED', {
      field: 'Idempotency-Key',
      reason: 'was used with another request within its 24 hours',
    })
  if (state.status === 'pending' || state.status === 'processing')
    throw new Rejection(
      'IDEMPOTENCY_IN_PROGRESS',
      { refund_id, status: state.status },
      { retryAfterS: IN_PROGRESS_RETRY_AFTER_S },
    )
  return state
}
