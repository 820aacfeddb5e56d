import { setTimeout as delay } from 'node:timers/promises'
import { normaliseClientName } from '#domain/auth/client-names/events.ts'
import { type ClientState, clients } from '#domain/auth/clients/decider.ts'
import type { AgreedLimit, SmsQuota, Tier } from '#domain/auth/clients/events.ts'
import { STATUS_AGE_MS_MAX } from '#domain/auth/clients/suspension.ts'
import { assertCanAdminister, assertPlatformCaller } from '#domain/auth/platform.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { takeClientName } from '#services/auth/take-client-name.ts'
import { Rejection } from '#values/errors.ts'

export type ClientChange = {
  name?: string | undefined
  tier?: Tier | undefined
  agreed_limit?: AgreedLimit | null | undefined
  sms_quota?: SmsQuota | null | undefined
  country?: string | null | undefined
  status?: 'active' | 'disabled' | undefined
}

/**
 * Changes the terms or the status of a client. Errors: NOT_FOUND, AUTH_003 unless the caller is the platform, CONFLICT
 * for a name that another client has. A suspension returns `STATUS_AGE_MS_MAX` later, when no process sends anything
 * for the client any more. A repeat waits too: the first request may be only a moment old.
 */
export async function changeClient(
  service: Service,
  context: Context,
  client_id: string,
  { status, ...changes }: ClientChange,
): Promise<ClientState> {
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
  let { state } = await execute.run(clients, client_id, { type: 'change', ...caller, terms, name_taken }, context)
  if (status !== undefined) {
    const type = status === 'active' ? 'enable' : 'disable'
    ;({ state } = await execute.run(clients, client_id, { type, ...caller }, context))
    if (status === 'disabled') await delay(STATUS_AGE_MS_MAX)
  }
  return state
}
