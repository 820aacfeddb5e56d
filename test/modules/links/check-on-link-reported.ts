import { causeOf } from '#reactions/due-work.ts'
import type { Queue, Reaction } from '#reactions/reaction.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { Service } from '#service.ts'
import { links } from './decider.ts'

const QUEUE = 'link-check'

export const checkOnLinkReported: Reaction = {
  name: 'link-checks',
  prefixes: [links.prefix],
  due(event) {
    const { type } = links.parse(event)
    return type === 'LinkReported' ? [{ ...causeOf(event), queue: QUEUE, id: links.idOf(event), dueInMs: 0 }] : []
  },
  strikes: event => (event.type === 'LinkChecked' ? [{ queue: QUEUE, id: links.idOf(event) }] : []),
}

export function linkChecks({ execute, now }: Service): Queue {
  return {
    name: QUEUE,
    lagMsMax: 60_000,
    async step(claim) {
      const { state } = await execute.load(links, claim.id)
      if (state.status !== 'reported') return { done: true }
      const context = systemContext('link-checks', state.client_id, claim, now())
      const is_malicious = state.url.includes('evil')
      await execute.run(links, claim.id, { type: 'check', is_malicious }, context)
      return { done: true }
    },
  }
}
