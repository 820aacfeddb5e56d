import { randomUUID } from 'node:crypto'
import { clients } from '#domain/auth/clients/decider.ts'
import { PLATFORM_CLIENT_ID } from '#domain/auth/platform.ts'
import { users } from '#domain/auth/users/decider.ts'
import { userIdOf } from '#privacy/user-id.ts'
import type { Service } from '#service.ts'
import { createPasswords } from '#services/auth/passwords.ts'
import { Rejection } from '#values/errors.ts'
import { newId } from '#values/ids.ts'
import { registerClient } from './register-client.ts'
import { registerUser } from './register-user.ts'

/** Skipped if BOOTSTRAP_ADMIN_EMAIL has an account. Safe in parallel. */
export async function bootstrapAdmin(service: Service, password: string): Promise<void> {
  const { config, execute, vault } = service
  const email = config.BOOTSTRAP_ADMIN_EMAIL
  const { state: user } = await execute.load(users, userIdOf(vault, email))
  if (user.status !== 'absent') return
  const { state: client } = await execute.load(clients, PLATFORM_CLIENT_ID)
  if (client.status === 'absent')
    await ignoreConflict(
      registerClient(service, contextOf(service), { client_id: PLATFORM_CLIENT_ID, name: 'Platform', tier: 'B' }),
    )
  const admin = { client_id: PLATFORM_CLIENT_ID, email, role: 'admin', password } as const
  const passwords = createPasswords()
  await ignoreConflict(registerUser({ ...service, passwords }, contextOf(service), admin))
  await passwords.close()
}

/** The password may have been changed since the account was created. */
export async function isAdminPassword({ config, execute, vault }: Service, password: string): Promise<boolean> {
  const user_id = userIdOf(vault, config.BOOTSTRAP_ADMIN_EMAIL)
  const { state: user } = await execute.load(users, user_id)
  if (user.status === 'absent' || user.password_sealed === null) return false
  const stored = await vault.open(user.password_sealed, `${user_id}|password`)
  const passwords = createPasswords()
  return passwords.matches(password, stored).finally(() => passwords.close())
}

/** Another instance may have created the record first. */
async function ignoreConflict(registration: Promise<unknown>): Promise<void> {
  try {
    await registration
  } catch (error) {
    if (!(error instanceof Rejection && error.code === 'CONFLICT')) throw error
  }
}

function contextOf(service: Service) {
  const request_id = newId('req')
  return {
    actor: { sub: 'bootstrap', client_id: PLATFORM_CLIENT_ID, role: 'system' },
    request_id,
    command_id: randomUUID(),
    correlation_id: request_id,
    causation_id: null,
    now: service.now(),
  }
}
