/** By what analysts speak of; each feature is in one. */
export const GROUPS = ['amount', 'velocity', 'merchant', 'device', 'time', 'profile'] as const
export type Group = (typeof GROUPS)[number]
