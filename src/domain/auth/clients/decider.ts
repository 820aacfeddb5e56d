import { isDeepStrictEqual } from 'node:util'
import { normaliseClientName } from '#domain/auth/client-names/events.ts'
import { assertPlatformCaller } from '#domain/auth/platform.ts'
import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'
import { type ClientEvent, clientStreams } from './events.ts'

/** The greatest age of a client's status when something is sent for it. A suspension responds after this time. */
export const STATUS_AGE_MS_MAX = 3_000

type RecordedTerms = Extract<ClientEvent, { type: 'ClientRegistered' }>['data']
/** Events of older versions lack `sms_quota` and `country`. */
type Terms = { [K in keyof RecordedTerms]-?: Exclude<RecordedTerms[K], undefined> }

export type ClientState = { status: 'absent' } | (Terms & { status: 'active' | 'disabled'; registered_at: string })

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
        const before = termsOf(state)
        const terms = { ...before, ...command.terms }
        if (normaliseClientName(terms.name) !== normaliseClientName(state.name) && !command.name_taken)
          throw fieldRejection('CONFLICT', [
            { field: 'name', reason: 'was released at the same moment: repeat the request' },
          ])
        return isDeepStrictEqual(terms, before) ? [] : [{ type: 'ClientTermsChanged', data: terms }]
      }
      case 'disable':
        return state.status === 'disabled' ? [] : [{ type: 'ClientDisabled', data: {} }]
      case 'enable':
        return state.status === 'active' ? [] : [{ type: 'ClientEnabled', data: {} }]
    }
  },
  evolve(state, event) {
    if (event.type === 'ClientRegistered') {
      const { sms_quota = null, country = null, ...data } = event.data
      return { ...data, sms_quota, country, status: 'active', registered_at: event.at }
    }
    if (state.status === 'absent') return state
    switch (event.type) {
      case 'ClientTermsChanged': {
        const { sms_quota = state.sms_quota, country = state.country, ...data } = event.data
        return { ...state, ...data, sms_quota, country }
      }
      case 'ClientDisabled':
        return { ...state, status: 'disabled' }
      case 'ClientEnabled':
        return { ...state, status: 'active' }
    }
  },
}

function termsOf({ name, tier, agreed_limit, sms_quota, country }: Terms): Terms {
  return { name, tier, agreed_limit, sms_quota, country }
}

export const clients = family(clientStreams, clientDecider)
