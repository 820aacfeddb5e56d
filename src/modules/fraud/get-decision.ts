import type { z } from 'zod'
import { COMPATIBLE_VERSIONS, FEATURE_NAMES } from '#domain/fraud/features.ts'
import { latestReport, outcomes } from '#domain/fraud/outcomes/decider.ts'
import { profiles } from '#domain/fraud/profile/decider.ts'
import type { ScoredData } from '#domain/fraud/profile/events.ts'
import { transactions } from '#domain/transactions/decider.ts'
import { assertReadable, getAccessStatus } from '#privacy/access-status.ts'
import type { Service } from '#service.ts'
import { findScore } from '#services/fraud/find-score.ts'
import { Rejection } from '#values/errors.ts'
import { ERASED } from '#values/person.ts'
import type { FraudDecisionResponse } from './schemas.ts'

type Reader = { client_id: string; scopes: readonly string[] }

/** Errors: NOT_FOUND; AUTH_003 when its person is restricted. */
export async function getDecision(
  service: Service,
  reader: Reader,
  transactionId: string,
): Promise<z.output<typeof FraudDecisionResponse>> {
  const { client_id } = reader
  const key = transactions.id(client_id, transactionId)
  const { state } = await service.execute.load(transactions, key)
  if (state.recorded === null) throw new Rejection('NOT_FOUND')
  const profile = profiles.id(client_id, state.recorded.user_id)
  const event = await findScore(service, profile, transactionId, Date.parse(state.recorded.timestamp))
  if (event === null) throw new Rejection('NOT_FOUND')
  // By the transaction's own stream: a person who returns after an erasure continues the same profile.
  const accessStatus = await getAccessStatus(service, state.recorded, transactions.stream(key))
  assertReadable(accessStatus, reader)
  const reported = latestReport(
    (await service.execute.load(outcomes, outcomes.id(client_id, transactionId))).state.reports,
  )
  const { data, at: scored_at } = event
  const { transaction_id, score, level, is_alert, threshold, recommendation, confidence, risk_factors } = data
  const { model_version, model, features, rules, lists, policy_version } = data
  return {
    ...{ transaction_id, user_id: accessStatus === 'erased' ? ERASED : data.user_id, scored_at },
    ...{ timestamp: data.transaction.timestamp, fraud_score: score, fraud_level: level, is_alert },
    ...{ threshold_applied: threshold, recommendation, confidence, risk_factors, decided_by: decidedBy(data) },
    ...{ model_version, model, features: { ...features, values: namedValues(features) } },
    ...{ rules, lists, policy_version },
    outcome: reported === undefined ? null : { outcome: reported.outcome, reported_at: reported.reported_at },
  }
}

function decidedBy({ lists, rules, model, score }: ScoredData): 'list' | 'rule' | 'model' {
  if (lists.some(({ list }) => list === 'block')) return 'list'
  if (model === null) return 'rule'
  return rules.fired.length > 0 && score - model.probability > ROUNDING ? 'rule' : 'model'
}

/** Scores have four decimals. */
const ROUNDING = 0.000_05

function namedValues({ version, values }: ScoredData['features']): Record<string, number> {
  const featureName = (at: number) =>
    COMPATIBLE_VERSIONS.includes(version) ? (FEATURE_NAMES[at] ?? String(at)) : String(at)
  return Object.fromEntries(values.map((value, at) => [featureName(at), value]))
}
