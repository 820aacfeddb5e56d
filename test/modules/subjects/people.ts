import { createSubjectsModule } from '#modules/subjects/module.ts'
import { modules } from '#modules.ts'
import { type Client, until } from '../../harness/client.ts'
import { ACCOUNTS, refundOf, transactionOf } from '../../harness/samples.ts'

/**
 * All modules, with erasures that are over soon after the keys are gone: nothing is under way in these tests, and one
 * process remembers.
 */
export const settlingSoon = (settlingMs = 200) =>
  modules.map(module => (module.name === 'subjects' ? createSubjectsModule(settlingMs) : module))

export type Teller = Pick<Client, 'get' | 'post' | 'requestRefund'>

/** A transaction of a person, and a refund of it to them. */
export async function refunded(
  teller: Teller,
  user_id: string,
  { name = 'Ada Lovelace', account = ACCOUNTS.paidAtOnce, more = {} as object } = {},
) {
  const transaction = { ...transactionOf(100), user_id, ...more }
  const { status: recorded, body: why } = await teller.post('/transactions', transaction)
  if (recorded !== 201) throw new Error(JSON.stringify(why))
  const wanted = refundOf(transaction, 10, account)
  const asked = { ...wanted, beneficiary: { ...wanted.beneficiary, name } }
  const { status, body } = await teller.requestRefund(asked)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { transaction, asked, refund_id: body.refund_id as string }
}

export const reaches = (teller: Teller, refund_id: string, status: string) =>
  until(
    () => teller.get(`/refund/${refund_id}`),
    ({ body }) => body.status === status,
    20_000,
  )

export const erase = (teller: Teller, user_id: string, legal_basis = 'consent_withdrawn') =>
  teller.post(`/admin/subjects/${encodeURIComponent(user_id)}/erase`, { legal_basis })

export const subjectReaches = (teller: Teller, user_id: string, status: string, msMax = 20_000) =>
  until(
    () => teller.get(`/admin/subjects/${encodeURIComponent(user_id)}`),
    ({ body }) => body.status === status,
    msMax,
  )
