import type { RowScores } from '#domain/fraud/assess.ts'
import { FEATURE_NAMES } from '#domain/fraud/features.ts'
import type { Score } from '#domain/fraud/profile/decider.ts'
import { type ProfileEvent, type ProfileTransaction, profileStreams } from '#domain/fraud/profile/events.ts'
import type { Recorded } from '#event-sourcing/decider.ts'

export const NOW = Date.UTC(2026, 0, 1, 12)

export const ref = (transaction_id: string) => ({ client_id: 'clt_1', user_id: 'user_1', transaction_id })

export function transactionAt(at: number, more: Partial<ProfileTransaction> = {}): ProfileTransaction {
  return {
    timestamp: new Date(at).toISOString(),
    amount_minor: 10_00,
    currency: 'EUR',
    base_minor: 10_00,
    operation_type: 'payment',
    merchant: 'm_1',
    category: 'grocery',
    device: 'd_1',
    ip: 'i_1',
    is_spike: false,
    ...more,
  }
}

export const NO_CONTRIBUTIONS = { amount: 0, velocity: 0, merchant: 0, device: 0, time: 0, profile: 0 }

export function scoreOf(score: number): Score {
  return {
    score,
    level: 'low',
    is_alert: false,
    threshold: 0.6,
    recommendation: 'approve',
    confidence: 0.5,
    risk_factors: [],
    velocity: { transactions_1h: 1, transactions_24h: 1, amount_24h_minor: 10_00, is_unusual: false },
    model_version: 'v1.0.0',
    model: { probability: score, margin: -2.2, bias: -2.2, contributions: NO_CONTRIBUTIONS },
    features: { version: 1, values: [1, 2], as_of: null },
    rules: { version: 1, fired: [] },
    lists: [],
    policy_version: 0,
  }
}

export function recorded<E extends ProfileEvent>(event: E, revision: number): Recorded<E> {
  const stream = profileStreams.stream(profileStreams.id('clt_1', 'user_1'))
  const at = new Date(NOW + revision).toISOString()
  const metadata = {
    v: 1 as const,
    at,
    actor: { sub: 'usr_1', client_id: 'clt_1', role: 'integrator' },
    ...{ request_id: 'req_1', correlation_id: 'req_1', causation_id: null, prev_hash: null, hash: '' },
  }
  return { ...event, id: `event ${revision}`, stream, revision, at, metadata }
}

const NO_FEATURES = new Float32Array(FEATURE_NAMES.length)

/** What a model says of a transaction. */
export function saidOf(probability: number, contributions: Partial<typeof NO_CONTRIBUTIONS> = {}): RowScores {
  const model = { probability, margin: 0, bias: 0, contributions: { ...NO_CONTRIBUTIONS, ...contributions } }
  return { features: NO_FEATURES, model, version: 'v1.0.0', unseen: 0, shadow: null }
}

/** Where no model answers. */
export const RULES_ALONE: RowScores = { features: NO_FEATURES, model: null, version: 'v0.1.0', unseen: 0, shadow: null }
