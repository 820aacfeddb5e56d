import { findOwner } from '#queries/vpn/find-owner.ts'
import type { VpnService } from './vpn-service.ts'

const SESSION_ID = /^vps_[0-9a-f-]{36}$/

/**
 * Null for an unknown session. A session whose process was killed before it wrote the lease is in the read model only,
 * and must be endable, because VPN_006 names it. PostgreSQL does not accept every text of a path.
 */
export async function findSessionOwner({ db, leases }: Pick<VpnService, 'db' | 'leases'>, session_id: string) {
  if (!SESSION_ID.test(session_id)) return null
  return (await leases.findOwner(session_id)) ?? (await findOwner(db, session_id))
}
