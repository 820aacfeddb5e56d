import { normaliseClientName } from '#domain/auth/client-names/events.ts'
import { assertPlatformCaller } from '#domain/auth/platform.ts'
import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'
import { type ClientEvent, clientStreams } from './events.ts'
import { type ClientState, evolve, type Terms } from './state.ts'

/** `client_id`: the caller's client, null for the service itself. Only the platform may change clients. */
export type ClientCommand = { client_id: string | null } & (
  | ({ type: 'register' } & Omit<Terms, 'sms_quota' | 'country'> & Partial<Terms>)
  /** `name_taken`: the new name was reserved before. Otherwise only its spelling may change. */
  | { type: 'change'; terms: Partial<Terms>; name_taken?: boolean }
  | { type: 'disable' }
  | { type: 'enable' }
)

export const clientDecider: Decider<ClientCommand, ClientState, ClientEvent> = {
  initial: { status: 'absent' },
  decide(command, state) {
    if (command.type === 'register') {
      assertPlatformCaller(command)
      if (state.status !== 'absent') throw new Rejection('CONFLICT', { reason: 'the client exists' })
      const { name, tier, agreed_limit, sms_quota = null, country = null } = command
      return [{ type: 'ClientRegistered', data: { name, tier, agreed_limit, sms_quota, country } }]
    }
    if (state.status === 'absent') throw new Rejection('NOT_FOUND')
    assertPlatformCaller(command)
    switch (command.type) {
      case 'change': {
        const terms = { ...termsOf(state), ...command.terms }
        const { name } = terms
        if (normaliseClientName(name) !== normaliseClientName(state.name) && !command.name_taken)
          throw fieldRejection('CONFLICT', [
            { field: 'name', reason: 'was released at the same moment: repeat the request' },
          ])
        return areTermsEqual(terms, state) ? [] : [{ type: 'ClientTermsChanged', data: terms }]
      }
      case 'disable':
        return state.status === 'disabled' ? [] : [{ type: 'ClientDisabled', data: {} }]
      case 'enable':
        return state.status === 'active' ? [] : [{ type: 'ClientEnabled', data: {} }]
    }
  },
  evolve,
}

function termsOf({ name, tier, agreed_limit, sms_quota, country }: Terms): Terms {
  return { name, tier, agreed_limit, sms_quota, country }
}

function areTermsEqual(a: Terms, b: Terms): boolean {
  return (
    a.name === b.name &&
    a.tier === b.tier &&
    a.agreed_limit?.per_minute === b.agreed_limit?.per_minute &&
    a.agreed_limit?.per_day === b.agreed_limit?.per_day &&
    a.sms_quota?.per_month === b.sms_quota?.per_month &&
    a.country === b.country
  )
}

export const clients = family(clientStreams, clientDecider)
