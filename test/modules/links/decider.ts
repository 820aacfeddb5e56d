import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { Rejection } from '#values/errors.ts'
import { type LinkEvent, linkStreams } from './events.ts'

type Reported = { client_id: string; url: string }
export type LinkState =
  | { status: 'absent' }
  | ({ status: 'reported' } & Reported)
  | ({ status: 'checked'; is_malicious: boolean } & Reported)

export type LinkCommand = ({ type: 'report' } & Reported) | { type: 'check'; is_malicious: boolean }

const linkDecider: Decider<LinkCommand, LinkState, LinkEvent> = {
  initial: { status: 'absent' },
  decide(command, state) {
    if (command.type === 'report') {
      const { client_id, url } = command
      return state.status === 'absent' ? [{ type: 'LinkReported', data: { client_id, url } }] : []
    }
    if (state.status === 'absent') throw new Rejection('NOT_FOUND')
    const { is_malicious } = command
    return state.status === 'checked' ? [] : [{ type: 'LinkChecked', data: { is_malicious } }]
  },
  evolve(state, event) {
    if (event.type === 'LinkReported') return { status: 'reported', ...event.data }
    return state.status === 'absent' ? state : { ...state, status: 'checked', ...event.data }
  },
}

export const links = family(linkStreams, linkDecider)
