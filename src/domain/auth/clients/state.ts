import type { Recorded } from '#event-sourcing/decider.ts'
import type { AgreedLimit, ClientEvent, SmsQuota, Tier } from './events.ts'

export type Terms = {
  name: string
  tier: Tier
  agreed_limit: AgreedLimit | null
  sms_quota: SmsQuota | null
  country: string | null
}

export type ClientState = { status: 'absent' } | (Terms & { status: 'active' | 'disabled'; registered_at: string })

const DEFAULT_TERMS = { sms_quota: null, country: null } as const

type RecordedTerms = Extract<ClientEvent, { type: 'ClientRegistered' }>['data']

/** Events of older versions lack `sms_quota` and `country`: these keep their values. */
function completeTerms(
  { sms_quota, country, ...given }: RecordedTerms,
  before: Pick<Terms, 'sms_quota' | 'country'>,
): Terms {
  return {
    ...given,
    sms_quota: sms_quota === undefined ? before.sms_quota : sms_quota,
    country: country === undefined ? before.country : country,
  }
}

export function evolve(state: ClientState, event: Recorded<ClientEvent>): ClientState {
  if (event.type === 'ClientRegistered')
    return { ...completeTerms(event.data, DEFAULT_TERMS), status: 'active', registered_at: event.at }
  if (state.status === 'absent') return state
  switch (event.type) {
    case 'ClientTermsChanged':
      return { ...state, ...completeTerms(event.data, state) }
    case 'ClientDisabled':
      return { ...state, status: 'disabled' }
    case 'ClientEnabled':
      return { ...state, status: 'active' }
  }
}
