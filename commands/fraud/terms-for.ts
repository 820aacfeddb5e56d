import { type ListEntry, lists } from '#domain/fraud/lists/decider.ts'
import { entriesFor } from '#domain/fraud/lists/match.ts'
import { type PolicyState, policies } from '#domain/fraud/policy/decider.ts'
import type { Service } from '#service.ts'

/** What of a transaction lists may name. */
type Named = {
  user_id: string
  account_id: string | null
  merchant: { id: string | null; name: string | null } | null
  device: { ip: string | null; fingerprint: string | null } | null
}

/** What the client itself has said that its transactions are scored by, as its streams have it now. */
export async function termsFor(
  { execute }: Pick<Service, 'execute'>,
  clientId: string,
  { user_id, account_id, merchant, device }: Named,
  now: Date,
): Promise<{ entries: ListEntry[]; policy: PolicyState }> {
  const [{ state }, { state: policy }] = await Promise.all([
    execute.load(lists, lists.id(clientId)),
    execute.load(policies, policies.id(clientId)),
  ])
  const listed = {
    ...{ user: user_id, account: account_id, merchant: merchant?.id ?? merchant?.name ?? null },
    ...{ device: device?.fingerprint ?? null, ip: device?.ip ?? null },
  }
  return { entries: entriesFor(state, listed, now), policy }
}
