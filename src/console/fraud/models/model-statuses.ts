import type { Answer } from '../../../client/types.ts'

export type FraudModelAnswer = Answer<'listFraudModels'>['data'][number]
type FraudModelStatusName = FraudModelAnswer['status']
export type FraudModelAction = 'promote' | 'shadow' | 'retire'

/** The states that allow an action and are changed by it. A test holds this against the service's own table. */
export const MODEL_ACTION_STATUSES: Record<FraudModelAction, readonly FraudModelStatusName[]> = {
  promote: ['available', 'shadow'],
  shadow: ['available', 'retired'],
  retire: ['available', 'shadow'],
}

const PAST: Record<FraudModelAction, string> = {
  promote: 'promoted',
  shadow: 'put in the shadow',
  retire: 'retired',
}

/** Why this can't be done to a model; null when nothing is known against it: the service decides. */
export function objectionToModelAction(
  action: FraudModelAction,
  { status, is_held }: Pick<FraudModelAnswer, 'status' | 'is_held'>,
): string | null {
  if (!MODEL_ACTION_STATUSES[action].includes(status)) return `A model that is ${status} can't be ${PAST[action]}.`
  return is_held || action === 'retire'
    ? null
    : `Its file is not at the process that answered: it can't be ${PAST[action]}.`
}

/** Population stability index from which the data has changed, as the API describes it. */
export const DRIFT_ALARM = 0.2

export function originOf({ is_shipped }: Pick<FraudModelAnswer, 'is_shipped'>): string {
  return is_shipped ? 'the release' : 'the folder FRAUD_MODELS'
}
