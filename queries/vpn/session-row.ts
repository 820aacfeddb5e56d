import { sql } from 'slonik'
import { z } from 'zod'
import { SessionRow } from '#projections/vpn/sessions.ts'
import { ERASED } from '#values/person.ts'

export const OwnedSessionRow = SessionRow.omit({ devices: true }).extend({ user_id: z.string() })

/** Of `s`, joined with its owner `u`, which is hidden after an erasure. */
export const OWNED_SESSION = sql.fragment`s.session_id, case when s.issued_at <= u.erased_at then ${ERASED} else u.user_id end as user_id,
        s.server_id, s.slot_id, s.device_type, s.platform, s.status, s.issued_at, s.connected_at, s.ended_at, s.reason
      from read.vpn_sessions as s join read.vpn_users as u using (devices)`
