import { LRUCache } from 'lru-cache'
import { type ListEntry, type ListState, lists } from '#domain/fraud/lists/decider.ts'
import { entriesFor } from '#domain/fraud/lists/match.ts'
import { type PolicyState, policies } from '#domain/fraud/policy/decider.ts'
import type { Execute } from '#event-sourcing/execute.ts'
import type { Service } from '#service.ts'

/** What of a transaction lists may name. */
type Named = {
  user_id: string
  account_id: string | null
  merchant: { id: string | null; name: string | null } | null
  device: { ip: string | null; fingerprint: string | null } | null
}

/** Another process's change of lists or policy is obeyed at most this much later; one of this process at once. */
const TERMS_MS_MAX = 1_000
const CLIENTS_MAX = 1_000

type Terms = { listed: ListState; policy: PolicyState }

const known = new WeakMap<Execute, LRUCache<string, Promise<Terms>>>()

/**
 * What the client itself has said that its transactions are scored by. Two reads of streams that hardly ever change would cost a score as much as
 * its two appends.
 */
export async function termsFor(
  { execute }: Pick<Service, 'execute'>,
  clientId: string,
  { user_id, account_id, merchant, device }: Named,
  now: Date,
): Promise<{ entries: ListEntry[]; policy: PolicyState }> {
  const { listed: state, policy } = await termsOf(execute, clientId)
  const listed = {
    ...{ user: user_id, account: account_id, merchant: merchant?.id ?? merchant?.name ?? null },
    ...{ device: device?.fingerprint ?? null, ip: device?.ip ?? null },
  }
  return { entries: entriesFor(state, listed, now), policy }
}

/** All of it. */
export function termsOf(execute: Execute, clientId: string): Promise<Terms> {
  const terms = known.get(execute) ?? new LRUCache<string, Promise<Terms>>({ max: CLIENTS_MAX, ttl: TERMS_MS_MAX })
  known.set(execute, terms)
  const remembered = terms.get(clientId)
  if (remembered !== undefined) return remembered
  const read = readTerms(execute, clientId)
  terms.set(clientId, read)
  // What failed is asked again by the next one.
  read.catch(() => terms.get(clientId) === read && terms.delete(clientId))
  return read
}

async function readTerms(execute: Execute, clientId: string): Promise<Terms> {
  const [{ state: listed }, { state: policy }] = await Promise.all([
    execute.load(lists, lists.id(clientId)),
    execute.load(policies, policies.id(clientId)),
  ])
  return { listed, policy }
}

/** To be called when this process has changed them. */
export function forgetTerms(execute: Execute, clientId: string): void {
  known.get(execute)?.delete(clientId)
}
