import { sql } from 'slonik'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { SessionOwner } from './leases.ts'
import type { VpnService } from './vpn-service.ts'

/** PostgreSQL does not accept every text of a path. */
const SESSION_ID = /^vps_[0-9a-f-]{36}$/

/** The read model has sessions whose process was killed before it wrote the lease: VPN_006 names them, to be ended. */
export async function findSessionOwner({ db, leases }: Pick<VpnService, 'db' | 'leases'>, session_id: string) {
  if (!SESSION_ID.test(session_id)) return null
  const owner = await leases.findOwner(session_id)
  if (owner !== null) return owner
  return rejectIfUnbuilt(
    db.maybeOne(sql.type(SessionOwner)`
      select u.client_id, u.user_id, s.devices::text as devices
      from read.vpn_sessions as s join read.vpn_users as u using (devices)
      where s.session_id = ${session_id} and s.ended_at is null`),
  )
}
