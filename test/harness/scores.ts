import { randomUUID } from 'node:crypto'
import { alertStreams } from '#domain/fraud/alerts/events.ts'
import { DEFAULT_RECOMMENDATIONS, levelOf } from '#domain/fraud/levels.ts'
import { profiles } from '#domain/fraud/profile/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { fraudSubscriptions } from '#modules/fraud/processes.ts'
import { jobPartsOf, reactionsOf } from '#reactions/process.ts'
import type { ReactionParts } from '#reactions/reaction.ts'
import type { Service } from '#service.ts'
import type { FraudService } from '#services/fraud/scoring.ts'
import { RULES_ALONE } from '../domain/fraud/samples.ts'
import { findAggregates } from './find-aggregates.ts'

export type SampleScore = {
  client_id: string
  user_id: string
  transaction_id: string
  score: number
  /** The transaction's own time, milliseconds. */
  at: number
  amount_minor?: number
}

const NOTHING = { transactions_1h: 1, transactions_24h: 1, amount_24h_minor: 0, is_unusual: false }

export function contextOf(client_id: string): Context {
  const id = randomUUID()
  const actor = { sub: 'usr_scorer', client_id, role: 'integrator' }
  return { actor, request_id: id, command_id: id, correlation_id: id, causation_id: null, now: new Date() }
}

/**
 * Records a score as scoring in real time does, with the threshold of 0.60; answers the id that its alert has or
 * would have.
 */
export async function recordScore(
  { execute }: Pick<Service, 'execute'>,
  { client_id, user_id, transaction_id, score, at, amount_minor = 12_550 }: SampleScore,
): Promise<string> {
  const level = levelOf(score)
  const transaction = {
    ...{ timestamp: new Date(at).toISOString(), amount_minor, currency: 'EUR', base_minor: amount_minor },
    ...{ operation_type: 'payment' as const, merchant: 'm_1', category: null, device: null, ip: null, is_spike: false },
  }
  const found = {
    ...{
      score,
      level,
      is_alert: score >= 0.6,
      threshold: 0.6,
      recommendation: DEFAULT_RECOMMENDATIONS[level],
      confidence: 0.5,
    },
    ...{ risk_factors: level === 'low' ? [] : ['amount_unusual'], velocity: NOTHING, model_version: 'v1.0.0' },
    ...{ model: null, features: { version: 1, values: [0.5], as_of: null }, rules: { version: 1, fired: [] } },
    ...{ lists: [], policy_version: 0 },
  }
  const ref = { client_id, user_id, transaction_id }
  const command = { type: 'score', ref, transaction, score: found } as const
  await execute.run(profiles, profiles.id(client_id, user_id), command, contextOf(client_id), { retryBudgetMs: 5_000 })
  return alertStreams.id(client_id, transaction_id)
}

/** A service that scores as one without a model does. */
export function withScores(service: Service): FraudService {
  const scoring = { predict: async () => RULES_ALONE, predictBatch: async () => [], version: () => 'v0.1.0' }
  return { ...service, scoring, findAggregates: of => findAggregates(service, of) }
}

/** The reactions of fraud as a reactor process runs them. */
export function fraudParts(service: FraudService): ReactionParts {
  return { reactions: reactionsOf(fraudSubscriptions), ...jobPartsOf(fraudSubscriptions, service) }
}
