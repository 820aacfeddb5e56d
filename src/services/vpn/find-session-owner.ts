import { findOwner } from '#queries/vpn/find-owner.ts'
import type { VpnService } from './vpn-service.ts'

const SESSION_ID = /^vps_[0-9a-f-]{36}$/

/**
 * Whose session it is; null when there is none. One whose process was killed before it could write the lease holds its slots until it is swept, and
 * is named to its device by VPN_006: it must be possible to end it. Paths bring any text, which PostgreSQL may not even take.
 */
export async function findSessionOwner({ db, leases }: Pick<VpnService, 'db' | 'leases'>, session_id: string) {
  if (!SESSION_ID.test(session_id)) return null
  return (await leases.findOwner(session_id)) ?? (await findOwner(db, session_id))
}
