import { sql } from 'slonik'
import { z } from 'zod'
import { DEVICE_PLATFORMS } from '#domain/auth/credentials/events.ts'
import { Provider } from '#domain/auth/identities/events.ts'
import { hasPasswordChanged } from '#domain/auth/password-binding.ts'
import { users } from '#domain/auth/users/decider.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'

/** More than any user has in use. Of more, the oldest are left out: a password change ended them long ago. */
const LISTED_MAX = 200

const bindingColumns = { password_changes: z.number().nullable(), registered_at: z.string() }
const CredentialRow = z.object({
  ...bindingColumns,
  credential_id: z.string(),
  type: z.enum(['device', 'webauthn']),
  device_id: z.string(),
  platform: z.enum(DEVICE_PLATFORMS),
  status: z.enum(['active', 'disabled']),
  last_used_at: z.string().nullable(),
})
const IdentityRow = z.object({ ...bindingColumns, identity: z.string(), provider: Provider })

/**
 * From the read model `credentials`, oldest first. Whether a password change ended a key comes from the user's stream.
 */
export async function listCredentials(service: Service, user_id: string) {
  const rows = await rejectIfUnbuilt(
    service.db.any(sql.type(CredentialRow)`
      select credential_id, kind as type, device_id, platform, status, password_changes, registered_at, last_used_at
      from read.credentials where user_id = ${user_id} and status <> 'removed'
      order by registered_at desc, credential_id desc limit ${LISTED_MAX}`),
  )
  const isEnded = await loadEndedCheck(service, user_id)
  return rows.toReversed().map(({ password_changes, status, ...row }) => ({
    ...row,
    status: isEnded({ ...row, password_changes }) ? ('ended' as const) : status,
  }))
}

/** From the read model `identities`, as above. */
export async function listIdentities(service: Service, user_id: string) {
  const rows = await rejectIfUnbuilt(
    service.db.any(sql.type(IdentityRow)`
      select identity, provider, password_changes, linked_at as registered_at
      from read.identities where user_id = ${user_id} and status = 'linked'
      order by linked_at desc, identity desc limit ${LISTED_MAX}`),
  )
  const isEnded = await loadEndedCheck(service, user_id)
  return rows.toReversed().map(row => ({
    identity_id: `idn_${row.identity}`,
    provider: row.provider,
    status: isEnded(row) ? ('ended' as const) : ('active' as const),
    linked_at: row.registered_at,
  }))
}

async function loadEndedCheck({ execute }: Service, user_id: string) {
  const { state: user } = await execute.load(users, user_id)
  if (user.status === 'absent') throw new Rejection('NOT_FOUND')
  return (row: Parameters<typeof hasPasswordChanged>[0]) => hasPasswordChanged(row, user)
}
