import { family } from '#category.ts'
import type { Decider } from '#decider.ts'
import { sameName } from '#domain/auth/client-names/events.ts'
import { mustRunPlatform } from '#domain/auth/platform.ts'
import { fieldRejection, Rejection } from '#errors.ts'
import { type AgreedLimit, type ClientEvent, clientStreams, type Tier } from './events.ts'

type Terms = { name: string; tier: Tier; agreed_limit: AgreedLimit | null }

export type ClientState = { status: 'absent' } | (Terms & { status: 'active' | 'disabled'; registered_at: string })

/** `client_id`: the client whose administrator asks, null for the service itself. Only the platform's may change clients. */
export type ClientCommand = { client_id: string | null } & (
  | ({ type: 'register' } & Terms)
  /** `name_taken`: another name was taken for the client before; without it the name may only be spelt otherwise. */
  | { type: 'change'; terms: Partial<Terms>; name_taken?: boolean }
  | { type: 'disable' }
  | { type: 'enable' }
)

export const clientDecider: Decider<ClientCommand, ClientState, ClientEvent> = {
  initial: { status: 'absent' },
  decide(command, state) {
    if (command.type === 'register') {
      mustRunPlatform(command)
      if (state.status !== 'absent') throw new Rejection('CONFLICT', { reason: 'the client exists' })
      const { name, tier, agreed_limit } = command
      return [{ type: 'ClientRegistered', data: { name, tier, agreed_limit } }]
    }
    if (state.status === 'absent') throw new Rejection('NOT_FOUND')
    mustRunPlatform(command)
    switch (command.type) {
      case 'change': {
        const { name, tier, agreed_limit } = { ...state, ...command.terms }
        if (sameName(name) !== sameName(state.name) && !command.name_taken)
          throw fieldRejection('CONFLICT', [{ field: 'name', reason: 'was given up at the same moment: ask again' }])
        if (name === state.name && tier === state.tier && sameLimit(agreed_limit, state.agreed_limit)) return []
        return [{ type: 'ClientTermsChanged', data: { name, tier, agreed_limit } }]
      }
      case 'disable':
        return state.status === 'disabled' ? [] : [{ type: 'ClientDisabled', data: {} }]
      case 'enable':
        return state.status === 'active' ? [] : [{ type: 'ClientEnabled', data: {} }]
    }
  },
  evolve(state, event) {
    if (event.type === 'ClientRegistered') return { ...event.data, status: 'active', registered_at: event.at }
    if (state.status === 'absent') return state
    switch (event.type) {
      case 'ClientTermsChanged':
        return { ...state, ...event.data }
      case 'ClientDisabled':
        return { ...state, status: 'disabled' }
      case 'ClientEnabled':
        return { ...state, status: 'active' }
    }
  },
}

function sameLimit(a: AgreedLimit | null, b: AgreedLimit | null): boolean {
  return a?.per_minute === b?.per_minute && a?.per_day === b?.per_day
}

export const clients = family(clientStreams, clientDecider)
