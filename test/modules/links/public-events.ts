import { z } from 'zod'
import { publicEventSource } from '#declarations/public-events.ts'
import { type PublicEventDeclaration, publicId } from '#delivery/enqueue/public-event-declaration.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { links } from './decider.ts'
import type { LinkEvent } from './events.ts'

const MaliciousLink = z
  .object({ object: z.literal('malicious_url'), link_id: z.string(), url: z.string() })
  .meta({ id: 'MaliciousLink' })

const linksTold = publicEventSource<LinkEvent, 'url.malicious_detected'>({
  streams: links,
  version: 1,
  owner(recorded) {
    const { type, data } = links.parse(recorded)
    return type === 'LinkReported' ? { client_id: data.client_id } : null
  },
  type: ({ type, data }) => (type === 'LinkChecked' && data.is_malicious ? 'url.malicious_detected' : null),
})

/** A link that turned out to be dangerous is told to whoever reported it. */
export const linkPublicEvents: PublicEventDeclaration = {
  prefixes: [links.prefix],
  sources: [linksTold],
  schemas: { 'url.malicious_detected': MaliciousLink },
  translator: ({ execute }) => {
    async function draft(recorded: Recorded<DomainEvent>) {
      const event = links.parse(recorded)
      if (linksTold.type(event) === null) return null
      const { state } = await execute.load(links, links.idOf(event))
      if (state.status === 'absent') return null
      const data: z.infer<typeof MaliciousLink> = {
        object: 'malicious_url',
        link_id: links.idOf(event),
        url: state.url,
      }
      return {
        event: { id: publicId(event), type: 'url.malicious_detected' as const, created_at: event.at, data },
        client_id: state.client_id,
        sequence: event.revision + 1,
        subject: null,
        withheld: false,
        except: null,
      }
    }
    return events => Promise.all(events.map(draft))
  },
}
