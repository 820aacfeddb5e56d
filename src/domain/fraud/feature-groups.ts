export const FEATURE_GROUPS = ['amount', 'velocity', 'merchant', 'device', 'time', 'profile'] as const
export type FeatureGroup = (typeof FEATURE_GROUPS)[number]
