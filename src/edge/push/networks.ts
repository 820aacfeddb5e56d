export const NETWORKS = ['apns', 'fcm'] as const
export type PushNetwork = (typeof NETWORKS)[number]
