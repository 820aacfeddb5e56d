/** APNs and FCM. */
export const NETWORKS = ['apns', 'fcm'] as const
export type Network = (typeof NETWORKS)[number]
