import type { Process, Subscription } from '#reactions/process.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { Service } from '#service.ts'
import { links } from './decider.ts'

/** Checks every link that is reported. */
const checkProcess: Process<Service> = {
  queue: 'link-check',
  lagMsMax: 60_000,

  schedule(event) {
    const { type } = links.parse(event)
    return type === 'LinkReported' ? [{ id: links.idOf(event), dueInMs: 0 }] : []
  },

  cancel: event => (event.type === 'LinkChecked' ? [{ id: links.idOf(event) }] : []),

  handler:
    ({ execute, now }) =>
    async claim => {
      const { state } = await execute.load(links, claim.id)
      if (state.status !== 'reported') return { done: true }
      const context = systemContext('link-checks', state.client_id, claim, now())
      const is_malicious = state.url.includes('evil')
      await execute.run(links, claim.id, { type: 'check', is_malicious }, context)
      return { done: true }
    },
}

export const linkSubscriptions: readonly Subscription<Service>[] = [
  { name: 'link-checks', prefixes: [links.prefix], processes: [checkProcess] },
]
