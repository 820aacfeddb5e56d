import { sql } from 'slonik'
import { hasPasswordChanged, type PasswordBinding } from '#domain/auth/password-binding.ts'
import { users } from '#domain/auth/users/decider.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { CredentialRow } from '#projections/auth/credentials.ts'
import { IdentityRow } from '#projections/auth/identities.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'

/** More than any user has in use. Of more, the oldest are left out: a password change ended them long ago. */
const LISTED_MAX = 200

const Key = CredentialRow.omit({ user_id: true, revision: true })
const Link = IdentityRow.omit({ user_id: true, status: true, revision: true })

export async function listCredentials(service: Pick<Service, 'execute' | 'db'>, user_id: string) {
  const rows = await rejectIfUnbuilt(
    service.db.any(sql.type(Key)`
      select credential_id, kind, device_id, platform, status, password_changes, registered_at, last_used_at
      from read.credentials where user_id = ${user_id} and status <> 'removed'
      order by registered_at desc, credential_id desc limit ${LISTED_MAX}`),
  )
  const isEnded = await loadEndedCheck(service, user_id)
  return rows.toReversed().map(({ kind: type, password_changes, status, ...row }) => ({
    ...row,
    type,
    status: isEnded({ ...row, password_changes }) ? ('ended' as const) : (status as Exclude<typeof status, 'removed'>),
  }))
}

export async function listIdentities(service: Pick<Service, 'execute' | 'db'>, user_id: string) {
  const rows = await rejectIfUnbuilt(
    service.db.any(sql.type(Link)`
      select identity, provider, password_changes, linked_at
      from read.identities where user_id = ${user_id} and status = 'linked'
      order by linked_at desc, identity desc limit ${LISTED_MAX}`),
  )
  const isEnded = await loadEndedCheck(service, user_id)
  return rows.toReversed().map(({ identity, provider, password_changes, linked_at }) => ({
    identity_id: `idn_${identity}`,
    provider,
    status: isEnded({ password_changes, registered_at: linked_at }) ? ('ended' as const) : ('active' as const),
    linked_at,
  }))
}

async function loadEndedCheck({ execute }: Pick<Service, 'execute'>, user_id: string) {
  const { state: user } = await execute.load(users, user_id)
  if (user.status === 'absent') throw new Rejection('NOT_FOUND')
  return (binding: PasswordBinding) => hasPasswordChanged(binding, user)
}
