import { evaluate, type ModelScore, recommend } from '#domain/fraud/assess.ts'
import { signalsOf } from '#domain/fraud/cross-user-signals.ts'
import { COMPATIBLE_VERSIONS, FEATURE_NAMES, NO_AGGREGATES } from '#domain/fraud/features.ts'
import type { History } from '#domain/fraud/history.ts'
import type { Recommendation } from '#domain/fraud/levels.ts'
import { NO_POLICY, thresholdOf } from '#domain/fraud/policy/decider.ts'
import { type Policy, type PolicyEvent, policyStreams } from '#domain/fraud/policy/events.ts'
import { entryOf, historyBefore, type ProfileState, profiles } from '#domain/fraud/profile/decider.ts'
import { type ProfileEvent, profileStreams, type ScoredData } from '#domain/fraud/profile/events.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { labelKey } from './labels.ts'

/** Null = as recorded. */
export type CandidateDecider = {
  model: { predictBatch(rows: readonly Float32Array[]): Promise<ModelScore[]> } | null
  policy: Policy | null
}

/** Scores recorded from `from` to before `to`, in milliseconds; null = of all clients. */
export type LogRange = { from: number; to: number; client: string | null }

type PolicyDecision = { is_alert: boolean; recommendation: Recommendation }
/** `base_minor` is in minor units of the base currency. */
export type ComparedDecision = { key: string; base_minor: number; live: PolicyDecision; candidate: PolicyDecision }

type Scored = { data: ScoredData; history: History; policy: Policy }

const ROWS_AT_ONCE = 512
const DEVICE_USERS = FEATURE_NAMES.indexOf('device_users')

/**
 * Replays the log: the candidate decides on each scored transaction, with the history of its profile at that time and
 * the recorded features. These contain the signals across users as of the score's position in the log, so no later
 * label leaks into them. Scores with features of another version are skipped.
 */
export function createReplay({ model, policy: candidatePolicy }: CandidateDecider, { from, to, client }: LogRange) {
  const states = new Map<string, ProfileState>()
  const policies = new Map<string, Policy>()
  const compared: ComparedDecision[] = []
  const clients = new Set<string>()
  let pending: Scored[] = []
  let skipped = 0

  function takePolicy({ data }: Recorded<PolicyEvent>): void {
    policies.set(`${data.client_id} ${data.version}`, data.policy)
  }

  function takeProfile(event: Recorded<ProfileEvent>): void {
    const { initial, evolve } = profiles.decider
    const state = states.get(event.stream) ?? initial
    if (event.type === 'TransactionScored' && isInRange(event)) {
      const { data } = event
      const history = historyBefore(state, data.transaction_id)
      const policy = candidatePolicy ?? policies.get(`${data.client_id} ${data.policy_version}`) ?? NO_POLICY
      clients.add(data.client_id)
      if (model !== null && !COMPATIBLE_VERSIONS.includes(data.features.version)) skipped += 1
      else pending.push({ data, history, policy })
    }
    states.set(event.stream, evolve(state, event))
  }

  function isInRange({ at, data }: Recorded<ProfileEvent>): boolean {
    const time = Date.parse(at)
    return time >= from && time < to && (client === null || data.client_id === client)
  }

  async function decidePending(): Promise<void> {
    const answers = await model?.predictBatch(pending.map(({ data }) => Float32Array.from(data.features.values)))
    for (const [at, scored] of pending.entries()) compared.push(compareDecision(scored, answers?.[at] ?? null))
    pending = []
  }

  return {
    async take(event: Recorded<DomainEvent>): Promise<void> {
      if (profileStreams.has(event)) takeProfile(profileStreams.parse(event))
      else if (policyStreams.has(event)) takePolicy(policyStreams.parse(event))
      if (pending.length >= ROWS_AT_ONCE) await decidePending()
    },
    async end(): Promise<{ compared: readonly ComparedDecision[]; clients: number; skipped: number }> {
      await decidePending()
      return { compared, clients: clients.size, skipped }
    },
  }
}

export const REPLAY_PREFIXES = [profileStreams.prefix, policyStreams.prefix]

function compareDecision({ data, history, policy }: Scored, answer: ModelScore | null): ComparedDecision {
  const { client_id, transaction_id, transaction, is_alert, recommendation } = data
  const entry = entryOf(transaction)
  const judged = answer === null ? asRecorded(data) : judgedBy(answer, { data, history, policy })
  const { score, level, decision } = judged
  const reached = score >= thresholdOf(policy, entry)
  return {
    key: labelKey(client_id, transaction_id),
    base_minor: entry.base,
    live: { is_alert, recommendation },
    candidate: { is_alert: reached && decision !== 'allow', recommendation: recommend({ level, decision }, policy) },
  }
}

function asRecorded({ score, level, lists }: ScoredData) {
  const decision = lists.some(({ list }) => list === 'block') ? 'block' : lists.length > 0 ? 'allow' : null
  return { score, level, decision } as const
}

function judgedBy(answer: ModelScore, { data, history }: Scored) {
  const deviceUsers = data.features.values[DEVICE_USERS] ?? 0
  const aggregates = { ...NO_AGGREGATES, deviceUsers, others: signalsOf(data) }
  return evaluate({ entry: entryOf(data.transaction), history, aggregates, modelScore: answer, entries: data.lists })
}
