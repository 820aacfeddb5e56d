import type { Input } from '../../client/types.ts'

export type AuditFamily = Input<'getAuditRecord'>['path']['family']

/** Every kind of record that the audit knows, in words. */
export const FAMILIES: Readonly<Record<AuditFamily, string>> = {
  refunds: 'refund',
  reconciliations: 'reconciliation',
  transactions: 'transaction',
  'fraud-alerts': 'fraud alert',
  'fraud-outcomes': 'fraud outcome',
  'fraud-profiles': 'fraud profile',
  'fraud-lists': 'fraud list',
  'fraud-policies': 'fraud policy',
  'fraud-models': 'fraud model',
  webhooks: 'webhook endpoint',
  deliveries: 'delivery',
  'sms-analyses': 'SMS analysis',
  detections: 'detection',
  'vpn-servers': 'VPN server',
  'vpn-devices': 'VPN device',
  'push-devices': 'push device',
  notifications: 'notification',
  'notification-preferences': 'notification preferences',
  users: 'user',
  sessions: 'session',
  credentials: 'credential',
  identities: 'identity',
  'login-devices': 'login device',
  'service-accounts': 'service account',
  clients: 'client',
  'client-names': 'name of a client',
  reads: 'reading of the audit',
  subjects: 'erasure of a person',
}

/** Any text is in an address. */
export function isFamily(text: string): text is AuditFamily {
  return Object.hasOwn(FAMILIES, text)
}
