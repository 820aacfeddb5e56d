import { z } from 'zod'
import { fold, type Recorded } from '#decider.ts'
import { publicId } from '#delivery/enqueue/draft.ts'
import type { PublicEvents } from '#delivery/enqueue/public-events.ts'
import { links } from './decider.ts'
import { LINK_STREAM_PREFIX, type LinkEvent, linkIdOf } from './events.ts'

const MaliciousLink = z
  .object({ object: z.literal('malicious_url'), link_id: z.string(), url: z.string() })
  .meta({ id: 'MaliciousLink' })

/** A link that turned out to be dangerous is told to whoever reported it. */
export const linkPublicEvents: PublicEvents = {
  prefixes: [LINK_STREAM_PREFIX],
  schemas: { 'url.malicious_detected': MaliciousLink },
  translator: ({ store }) => {
    async function draft(event: Recorded<LinkEvent>) {
      if (event.type !== 'LinkChecked' || !event.data.is_malicious) return null
      const state = fold(links, (await store.read(event.stream)) as Recorded<LinkEvent>[])
      if (state.status === 'absent') return null
      const data: z.infer<typeof MaliciousLink> = { object: 'malicious_url', link_id: linkIdOf(event), url: state.url }
      return {
        event: { id: publicId(event), type: 'url.malicious_detected' as const, created_at: event.at, data },
        client_id: state.client_id,
        sequence: event.revision + 1,
        subject: null,
        except: null,
      }
    }
    return events => Promise.all(events.map(event => draft(event as Recorded<LinkEvent>)))
  },
}
