import type { Service } from '#service.ts'
import { createTokenOwners, type TokenOwners } from './token-owners.ts'

/** What commands on notifications ask beside the service. */
export type NotificationService = Service & { owners: TokenOwners }

export function notificationService(service: Service): NotificationService {
  return { ...service, owners: createTokenOwners(service.db) }
}
