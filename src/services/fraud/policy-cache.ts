import { LRUCache } from 'lru-cache'
import { ESCALATION_THRESHOLD } from '#domain/fraud/alerts/decider.ts'
import { type ListEntry, type ListState, lists } from '#domain/fraud/lists/decider.ts'
import { matchEntries } from '#domain/fraud/lists/match.ts'
import { type PolicyState, policies } from '#domain/fraud/policy/decider.ts'
import type { Execute } from '#event-sourcing/execute.ts'
import type { Service } from '#service.ts'
import { merchantKeyOf } from './profile-transaction.ts'

type ListableFields = {
  user_id: string
  account_id: string | null
  merchant: { id: string | null; name: string | null } | null
  device: { ip: string | null; fingerprint: string | null } | null
}

/** Delay until another process's changes apply; this process's own apply at once. */
const CACHE_MS_MAX = 1_000
const CLIENTS_MAX = 1_000

type PolicyAndLists = { listed: ListState; policy: PolicyState }

const caches = new WeakMap<Execute, LRUCache<string, Promise<PolicyAndLists>>>()

/** Cached: two reads of rarely changed streams would cost a score as much as its two appends. */
export async function loadPolicyFor(
  { execute }: Pick<Service, 'execute'>,
  clientId: string,
  { user_id, account_id, merchant, device }: ListableFields,
  now: Date,
): Promise<{ entries: ListEntry[]; policy: PolicyState }> {
  const { listed: state, policy } = await loadPolicyAndLists(execute, clientId)
  const fields = {
    ...{ user: user_id, account: account_id, merchant: merchantKeyOf(merchant) },
    ...{ device: device?.fingerprint ?? null, ip: device?.ip ?? null },
  }
  return { entries: matchEntries(state, fields, now), policy }
}

export function loadPolicyAndLists(execute: Execute, clientId: string): Promise<PolicyAndLists> {
  const cache =
    caches.get(execute) ?? new LRUCache<string, Promise<PolicyAndLists>>({ max: CLIENTS_MAX, ttl: CACHE_MS_MAX })
  caches.set(execute, cache)
  const cached = cache.get(clientId)
  if (cached !== undefined) return cached
  const read = readPolicyAndLists(execute, clientId)
  cache.set(clientId, read)
  read.catch(() => cache.get(clientId) === read && cache.delete(clientId))
  return read
}

async function readPolicyAndLists(execute: Execute, clientId: string): Promise<PolicyAndLists> {
  const [{ state: listed }, { state: policy }] = await Promise.all([
    execute.load(lists, lists.id(clientId)),
    execute.load(policies, policies.id(clientId)),
  ])
  return { listed, policy }
}

export function invalidatePolicy(execute: Execute, clientId: string): void {
  caches.get(execute)?.delete(clientId)
}

export async function escalationThresholdOf({ execute }: Pick<Service, 'execute'>, clientId: string): Promise<number> {
  const { state } = await execute.load(policies, policies.id(clientId))
  return state.policy.escalation_threshold ?? ESCALATION_THRESHOLD
}
