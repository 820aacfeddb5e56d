import { randomBytes, randomUUID } from 'node:crypto'
import { clients } from '#domain/auth/clients/decider.ts'
import { PLATFORM_CLIENT_ID } from '#domain/auth/platform.ts'
import { users } from '#domain/auth/users/decider.ts'
import { createPasswords } from '#edge/auth/passwords.ts'
import { userIdOf } from '#edge/auth/user-id.ts'
import { Rejection } from '#errors.ts'
import { newId } from '#ids.ts'
import type { Service } from '#service.ts'
import { registerClient } from './register-client.ts'
import { registerUser } from './register-user.ts'

/** `password` is null when the account was there before: nobody knows its password any more. */
export type Bootstrapped = { email: string; password: string | null; created: boolean }

const GENERATED_PASSWORD_BYTES = 18

/** Creates the platform client and its first administrator unless BOOTSTRAP_ADMIN_EMAIL has an account. Safe to run in parallel. */
export async function bootstrapAdmin(service: Service): Promise<Bootstrapped> {
  const { config, execute, vault } = service
  const email = config.BOOTSTRAP_ADMIN_EMAIL
  const existing = { email, password: null, created: false }
  const { state: user } = await execute.load(users, `user-${userIdOf(vault, email)}`)
  if (user.status !== 'absent') return existing
  const { state: client } = await execute.load(clients, `client-${PLATFORM_CLIENT_ID}`)
  if (client.status === 'absent')
    await unlessThere(
      registerClient(service, contextOf(service), { client_id: PLATFORM_CLIENT_ID, name: 'Platform', tier: 'B' }),
    )
  const password = config.BOOTSTRAP_ADMIN_PASSWORD ?? randomBytes(GENERATED_PASSWORD_BYTES).toString('base64url')
  const admin = { client_id: PLATFORM_CLIENT_ID, email, role: 'admin', password } as const
  const passwords = createPasswords()
  const created = await unlessThere(registerUser({ ...service, passwords }, contextOf(service), admin))
  await passwords.close()
  return created ? { email, password, created } : existing
}

/** Another instance that starts at the same moment may have been faster. */
async function unlessThere(registering: Promise<unknown>): Promise<boolean> {
  try {
    await registering
    return true
  } catch (error) {
    if (error instanceof Rejection && error.code === 'CONFLICT') return false
    throw error
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
