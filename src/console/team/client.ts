import type { Answer } from '../../client/types.ts'

export type ClientAnswer = Answer<'getClient'>
export type TierName = ClientAnswer['tier']

export const TIERS = ['A', 'B', 'C'] as const satisfies readonly TierName[]

/** Limits in words; without agreed ones, those of the tier. */
export function limitsOf({ agreed_limit, tier }: Pick<ClientAnswer, 'agreed_limit' | 'tier'>): string {
  if (agreed_limit === null) return `those of tier ${tier}`
  const { per_minute, per_day } = agreed_limit
  return `${per_minute} a minute, ${per_day === null ? 'no daily limit' : `${per_day} a day`}`
}
