import { z } from 'zod'
import { findAccountProblem, maskAccountNumber, normaliseAccountNumber } from '#domain/refunds/account-number.ts'
import { refunds, statusConflict } from '#domain/refunds/decider.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import { getOwnRefund, refundNotFound } from '#domain/refunds/ownership.ts'
import { isRefund, type Refund } from '#domain/refunds/state.ts'
import { heldMinor, transactions } from '#domain/transactions/decider.ts'
import { openSealed } from '#edge/vault/open-sealed.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import { getAccessStatus } from '#privacy/access-status.ts'
import type { Service } from '#service.ts'
import type { RefundService } from '#services/refunds/refund-service.ts'
import { sealField } from '#services/refunds/sealed-fields.ts'
import { type ErrorCode, fieldRejection, Rejection } from '#values/errors.ts'
import { optional, plainText } from '#values/text.ts'
import { personRestricted, providerUnavailable } from './request-refund.ts'

export const RetryRefundBody = z
  .object({
    update_beneficiary: optional(
      z.object({
        account_number: z
          .string()
          .min(1)
          .max(64)
          .describe('The corrected account: IBAN, or national account number of 4 to 34 letters and digits.'),
        bank_code: optional(z.string().min(1).max(32)).describe(
          'BIC, or national bank code of 3 to 12 letters and digits; by default, the previous one.',
        ),
      }),
    ).describe('Another account of the same beneficiary; by default, the previous one.'),
    retry_reason: optional(plainText(1_000)).describe('Why it is retried, 1 to 1,000 characters; shown in the audit.'),
  })
  .nullish()
  .transform(body => body ?? { update_beneficiary: null, retry_reason: null })
type RetryRefundBody = z.output<typeof RetryRefundBody>

export const retryRefundErrors = [
  ...(['REFUND_003', 'REFUND_006', 'REFUND_007', 'REFUND_008', 'REFUND_009', 'REFUND_010'] as const),
] satisfies readonly ErrorCode[]

/** Reserves the amount again, because the failure released it. Errors: REFUND_003, 006, 007, 008, 009, 010. */
export async function retryRefund(
  service: RefundService,
  context: Context,
  { refund_id, ...body }: RetryRefundBody & { refund_id: string },
): Promise<Refund> {
  const requester_client_id = clientOf(context.actor)
  const refund = getOwnRefund((await service.execute.load(refunds, refund_id)).state, requester_client_id)
  const attempt = refund.attempt + 1
  const retry = { type: 'retry' as const, client_id: requester_client_id, attempt, retry_reason: body.retry_reason }
  // The decider refuses before anything is reserved.
  refunds.decider.decide({ ...retry, beneficiary: null }, refund)
  const accessStatus = await getAccessStatus(
    service,
    { client_id: refund.client_id, user_id: refund.beneficiary.user_id },
    refundStreams.stream(refund_id),
  )
  if (accessStatus === 'restricted') throw personRestricted('refund_id')
  if (accessStatus === 'erased')
    throw fieldRejection('REFUND_010', [{ field: 'refund_id', reason: 'names a refund whose beneficiary was erased' }])
  const update = body.update_beneficiary
  const beneficiary = update === null ? null : await sealBeneficiary(service, refund_id, refund, update)
  const account =
    update?.account_number ??
    (await openSealed(service, refund.beneficiary.account_number, `${refund_id}|account_number`))
  if (account !== null && !(await service.network.isAvailable(normaliseAccountNumber(account))))
    throw providerUnavailable()

  const { amount_minor, currency, client_id, transaction_id } = refund
  // A mismatch that was only flagged at the request may be refused since.
  const user_id = service.config.BENEFICIARY_MISMATCH === 'reject' ? refund.beneficiary.user_id : undefined
  const reserved = await service.execute.run(
    transactions,
    transactions.id(client_id, transaction_id),
    { type: 'reserve', client_id, refund_id, attempt, amount_minor, currency, user_id },
    context,
  )
  if (heldMinor(reserved.state, refund_id, attempt) === 0)
    throw new Rejection('REFUND_006', { ...statusConflict(refund.status), reason: 'another retry is in progress' })

  const { state } = await service.execute.run(refunds, refund_id, { ...retry, beneficiary }, context)
  if (!isRefund(state)) throw refundNotFound()
  return state
}

async function sealBeneficiary(
  service: Service,
  refund_id: string,
  refund: Refund,
  update: NonNullable<RetryRefundBody['update_beneficiary']>,
) {
  const bankCode = update.bank_code ?? refund.beneficiary.bank_code
  const problem = findAccountProblem(update.account_number, bankCode)
  if (problem !== null)
    throw fieldRejection('REFUND_010', [{ ...problem, field: `update_beneficiary.${problem.field}` }])
  const account_number = normaliseAccountNumber(update.account_number)
  return {
    account_number: await sealField(service, refund_id, refund, 'account_number', account_number),
    account_masked: maskAccountNumber(account_number),
    bank_code: normaliseAccountNumber(bankCode),
  }
}
