import type { Recorded } from '#decider.ts'
import { causeOf } from '#reactions/due-work.ts'
import type { Queue, Reaction } from '#reactions/reaction.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { Service } from '#service.ts'
import { links } from './decider.ts'
import { LINK_STREAM_PREFIX, type LinkEvent, linkIdOf } from './events.ts'

const QUEUE = 'link-check'

export const checkOnLinkReported: Reaction = {
  name: 'link-checks',
  prefixes: [LINK_STREAM_PREFIX],
  due(event) {
    const { type } = event as Recorded<LinkEvent>
    return type === 'LinkReported' ? [{ ...causeOf(event), queue: QUEUE, id: linkIdOf(event), dueInMs: 0 }] : []
  },
  strikes: event => (event.type === 'LinkChecked' ? [{ queue: QUEUE, id: linkIdOf(event) }] : []),
}

export function linkChecks({ execute, now }: Service): Queue {
  return {
    name: QUEUE,
    lagMsMax: 60_000,
    async step(claim) {
      const { state } = await execute.load(links, claim.stream)
      if (state.status !== 'reported') return { done: true }
      const context = systemContext('link-checks', state.client_id, claim, now())
      const is_malicious = state.url.includes('evil')
      await execute.run(links, claim.stream, { type: 'check', is_malicious }, context)
      return { done: true }
    },
  }
}
