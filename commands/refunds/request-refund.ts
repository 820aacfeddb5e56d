import canonicalize from 'canonicalize'
import { z } from 'zod'
import { findAccountProblem, maskAccountNumber, normaliseAccountNumber } from '#domain/refunds/account-number.ts'
import { refunds } from '#domain/refunds/decider.ts'
import type { RefundEventData } from '#domain/refunds/events.ts'
import { isRefund, type Refund, type RefundState } from '#domain/refunds/state.ts'
import { heldMinor, transactions } from '#domain/transactions/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { isPersonRestricted } from '#privacy/access-status.ts'
import type { Service } from '#service.ts'
import { canReferenceAlert } from '#services/fraud/can-reference-alert.ts'
import type { RefundService } from '#services/refunds/refund-service.ts'
import { sealField } from '#services/refunds/sealed-fields.ts'
import { type ErrorCode, fieldRejection, Rejection } from '#values/errors.ts'
import { derivedId, derivedUuid } from '#values/ids.ts'
import { toMinor } from '#values/money.ts'
import { prose } from '#values/prose.ts'
import { optional, plainText } from '#values/text.ts'
import { releaseBudget } from './release-budget.ts'
import { assertSameAmount, isKeyFree, toReplay } from './used-key.ts'

const id = plainText(128)

export const RequestRefundBody = z.object({
  transaction_id: id.describe(
    'Your id of the transaction to refund, 1 to 128 characters; recorded with POST /transactions.',
  ),
  alert_id: optional(id).describe(
    prose(
      'The fraud alert that caused the refund, 1 to 128 characters: one that begins with `alr_` must be an alert of',
      'yours, any other text is stored as it is.',
    ),
  ),
  refund: z
    .object({
      amount: z
        .number()
        .describe(
          prose(
            "Amount in major units, greater than 0, with at most the currency's decimals, at most the remaining",
            'amount of the transaction.',
          ),
        ),
      currency: z.string().describe("ISO 4217 code in upper case; must be the transaction's currency."),
      reason: z
        .string()
        .regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be lower-case letters, digits and underscores, at most 64')
        .describe(
          prose(
            'Your reason code, for example `confirmed_fraud`: 1 to 64 lower-case letters, digits and underscores, a',
            'letter first.',
          ),
        ),
      description: optional(plainText(1_000)).describe('The reason in words, 1 to 1,000 characters.'),
    })
    .describe('What is refunded.'),
  beneficiary: z
    .object({
      user_id: id.describe(
        prose(
          "Your id of the user who gets the money, 1 to 128 characters; a person other than the transaction's user",
          'is flagged or refused.',
        ),
      ),
      account_id: optional(id).describe('Your id of the account, 1 to 128 characters.'),
      name: plainText(140).describe('Name of the account holder, 1 to 140 characters; stored sealed.'),
      account_number: z
        .string()
        .min(1)
        .max(64)
        .describe(
          prose(
            'IBAN, or national account number of 4 to 34 letters and digits; spaces and dashes are ignored. Stored',
            'sealed, never returned in full; cards are refused.',
          ),
        ),
      bank_code: z
        .string()
        .min(1)
        .max(32)
        .describe('BIC, or national bank code of 3 to 12 letters and digits; spaces and dashes are ignored.'),
    })
    .describe('Who gets the money, and on which account.'),
  metadata: optional(
    z.object({
      case_id: optional(id).describe('Your id of the case, 1 to 128 characters.'),
      agent_id: optional(id).describe('Your id of the person who handles the case, 1 to 128 characters.'),
    }),
  ).describe('Your references, returned with the refund.'),
})
type RequestRefundBody = z.output<typeof RequestRefundBody>

/** The spec: "overall under 30 s". */
const ESTIMATE_MS = 30_000
const PROVIDER_RETRY_AFTER_S = 5
/** A client that reuses a key this often after its 24 hours does it systematically. */
const KEY_USES_MAX = 100

export const requestRefundErrors = [
  ...(['REFUND_002', 'REFUND_007', 'REFUND_008', 'REFUND_009', 'REFUND_010'] as const),
  ...(['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'] as const),
] satisfies readonly ErrorCode[]

/**
 * Reserves the amount, then records the refund under an id derived from client and key.
 * Errors: REFUND_001, 002, 007, 008, 009, 010; IDEMPOTENCY_IN_PROGRESS while the first request is in progress,
 * IDEMPOTENCY_KEY_REUSED for a different request with the same key. A refused request does not use up its key.
 */
export async function requestRefund(
  service: RefundService,
  context: Context,
  { idempotency_key: key, body }: { idempotency_key: string; body: RequestRefundBody },
): Promise<{ refund_id: string; refund: Refund; isReplayed: boolean }> {
  const amount_minor = toMinor(body.refund.amount, body.refund.currency)
  if (typeof amount_minor === 'object')
    throw fieldRejection('REFUND_001', [{ ...amount_minor, field: `refund.${amount_minor.field}` }])
  const account = findAccountProblem(body.beneficiary.account_number, body.beneficiary.bank_code)
  if (account !== null) throw fieldRejection('REFUND_010', [{ ...account, field: `beneficiary.${account.field}` }])
  const fingerprint = service.vault.digest('refund-request', canonicalize(body) ?? '')

  for (let use = 0; use < KEY_USES_MAX; use += 1) {
    const refund_id = derivedId('rf', context.actor.client_id, key, use)
    const result = await createOrFind(service, context, refund_id, { key, body, amount_minor, fingerprint })
    if (result.outcome === 'created') return { refund_id, refund: result.refund, isReplayed: false }
    if (isKeyFree(result.state, context.now, service.config.IDEMPOTENCY_TTL_S)) continue
    return { refund_id, refund: toReplay(refund_id, result.state, fingerprint), isReplayed: true }
  }
  throw new Rejection('IDEMPOTENCY_KEY_REUSED', { reason: `the key was used ${KEY_USES_MAX} times` })
}

export function providerUnavailable(): Rejection {
  const reason = 'the payment network accepts no transfers to this account at the moment'
  return new Rejection('REFUND_009', { reason }, { retryAfterS: PROVIDER_RETRY_AFTER_S })
}

export function personRestricted(field: string): Rejection {
  return fieldRejection('REFUND_010', [{ field, reason: 'names a restricted person: their erasure was requested' }])
}

function alertNotFound(): Rejection {
  return fieldRejection('REFUND_001', [{ field: 'alert_id', reason: "names none of the client's fraud alerts" }])
}

type RefundRequest = { key: string; body: RequestRefundBody; amount_minor: number; fingerprint: string }

type KeyUse = { outcome: 'created'; refund: Refund } | { outcome: 'used'; state: RefundState }

/**
 * The store decides which request is first, by `no_stream`. A refused reservation is an error only when no refund
 * exists under this id: then the request is new.
 */
async function createOrFind(
  service: RefundService,
  context: Context,
  refund_id: string,
  request: RefundRequest,
): Promise<KeyUse> {
  const reservation = await reserve(service, context, refund_id, request)
  if (reservation.outcome !== 'reserved') {
    const { state } = await service.execute.load(refunds, refund_id)
    if (state.status !== 'absent') return { outcome: 'used', state }
  }
  if (reservation.outcome === 'refused') throw reservation.rejection
  if (reservation.outcome === 'held') assertSameAmount(refund_id, reservation.held_minor, request.amount_minor)
  return record(service, context, refund_id, request, reservation)
}

/** `held`: an earlier request with this key made the reservation. */
type Reservation =
  | { outcome: 'reserved'; is_mismatch: boolean }
  | { outcome: 'held'; is_mismatch: boolean; held_minor: number }
  | { outcome: 'refused'; rejection: Rejection }

async function reserve(
  service: RefundService,
  context: Context,
  refund_id: string,
  { body, amount_minor }: RefundRequest,
): Promise<Reservation> {
  const { execute, network, config } = service
  const { client_id } = context.actor
  const { user_id, account_number } = body.beneficiary
  const [isAvailable, isRestricted, isAlertKnown] = await Promise.all([
    network.isAvailable(normaliseAccountNumber(account_number)),
    isPersonRestricted({ execute }, { client_id, user_id }),
    body.alert_id === null || canReferenceAlert({ execute }, client_id, body.alert_id),
  ])
  if (!isAlertKnown) return { outcome: 'refused', rejection: alertNotFound() }
  if (isRestricted) return { outcome: 'refused', rejection: personRestricted('beneficiary.user_id') }
  if (!isAvailable) return { outcome: 'refused', rejection: providerUnavailable() }
  const amount = { amount_minor, currency: body.refund.currency }
  const onlyUser = config.BENEFICIARY_MISMATCH === 'reject' ? { user_id } : {}
  const command = { type: 'reserve', client_id, refund_id, attempt: 0, ...amount, ...onlyUser } as const
  const id = transactions.id(client_id, body.transaction_id)
  try {
    const { state, events } = await execute.run(transactions, id, command, context)
    const is_mismatch = state.recorded?.user_id !== user_id
    if (events.length > 0) return { outcome: 'reserved', is_mismatch }
    return { outcome: 'held', is_mismatch, held_minor: heldMinor(state, refund_id, 0) }
  } catch (error) {
    if (!(error instanceof Rejection) || error.code === 'SERVICE_UNAVAILABLE') throw error
    return { outcome: 'refused', rejection: error }
  }
}

async function record(
  service: Service,
  context: Context,
  refund_id: string,
  request: RefundRequest,
  { outcome, is_mismatch }: Exclude<Reservation, { outcome: 'refused' }>,
): Promise<KeyUse> {
  const data = { ...(await requestedData(service, context, refund_id, request)), beneficiary_mismatch: is_mismatch }
  const command = { type: 'request', data } as const
  const { state, events } = await service.execute.run(refunds, refund_id, command, context, { expectNoStream: true })
  if (events.length > 0 && isRefund(state)) return { outcome: 'created', refund: state }
  const isSameRefund = isRefund(state) && state.transaction_id === data.transaction_id && state.attempt === 0
  if (outcome === 'reserved' && !isSameRefund)
    await releaseBudget(service, context, data, { refund_id, attempt: 0, reason: 'not_created' })
  return { outcome: 'used', state }
}

async function requestedData(
  service: Service,
  { actor, now }: Context,
  refund_id: string,
  request: RefundRequest,
): Promise<RefundEventData<'RefundRequested'>> {
  const { key, body, amount_minor, fingerprint } = request
  const { beneficiary } = body
  const { description } = body.refund
  const seal = (field: 'name' | 'account_number' | 'description', plaintext: string) =>
    sealField(service, refund_id, { client_id: actor.client_id, beneficiary }, field, plaintext)
  const account_number = normaliseAccountNumber(beneficiary.account_number)
  return {
    client_id: actor.client_id,
    transaction_id: body.transaction_id,
    alert_id: body.alert_id,
    amount_minor,
    currency: body.refund.currency,
    reason: body.refund.reason,
    description: null,
    ...(description === null ? {} : { description_sealed: await seal('description', description) }),
    beneficiary: {
      user_id: beneficiary.user_id,
      account_id: beneficiary.account_id,
      name: await seal('name', beneficiary.name),
      account_number: await seal('account_number', account_number),
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

/** The reference is short enough for the phone; the trace id has the W3C format (16 bytes, hex). */
function trackingOf(refund_id: string) {
  const trace_id = derivedUuid('trace', refund_id).replaceAll('-', '')
  return { reference: `RFD-${trace_id.slice(0, 12).toUpperCase()}`, trace_id }
}
