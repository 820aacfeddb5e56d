import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { normaliseClientName } from '#domain/auth/client-names/events.ts'
import { clients, STATUS_AGE_MS_MAX } from '#domain/auth/clients/decider.ts'
import { assertCanAdminister, assertPlatformCaller } from '#domain/auth/platform.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { takeClientName } from '#services/auth/take-client-name.ts'
import { type ErrorCode, Rejection } from '#values/errors.ts'
import { clientFields } from './register-client.ts'

export const clientStatus = z.enum(['active', 'disabled']).describe('Whether users of the client can log in.')
export const ChangeClientBody = z.object({ ...clientFields, status: clientStatus }).partial()

/** CONFLICT: another client has the name. */
export const changeClientErrors = ['NOT_FOUND', 'CONFLICT'] as const satisfies readonly ErrorCode[]

/** For a suspension, repeated or not, it returns when no process sends anything for the client any more. */
export async function changeClient(
  service: Pick<Service, 'execute' | 'db'>,
  context: Context,
  { client_id, status, ...changes }: z.output<typeof ChangeClientBody> & { client_id: string },
): Promise<void> {
  const { execute } = service
  const caller = { client_id: clientOf(context.actor) }
  assertCanAdminister(caller, client_id)
  let name_taken = false
  if (changes.name !== undefined) {
    assertPlatformCaller(caller)
    const { state: before } = await execute.load(clients, client_id)
    if (before.status === 'absent') throw new Rejection('NOT_FOUND')
    name_taken = normaliseClientName(before.name) !== normaliseClientName(changes.name)
    if (name_taken) await takeClientName(service, context, client_id, changes.name)
  }
  const terms = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  await execute.run(clients, client_id, { type: 'change', ...caller, terms, name_taken }, context)
  if (status === undefined) return
  await execute.run(clients, client_id, { type: status === 'active' ? 'enable' : 'disable', ...caller }, context)
  if (status === 'disabled') await delay(STATUS_AGE_MS_MAX)
}
