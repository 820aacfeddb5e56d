import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { plain } from '#event-sourcing/field-classes.ts'

/** What happens to a link that a client was warned of, in `link-<link_id>`. */
const LinkEvents = {
  /** A client wants to know whether this address is dangerous. */
  LinkReported: z.strictObject(plain({ client_id: z.string(), url: z.string() })),
  /** It was looked at. */
  LinkChecked: z.strictObject(plain({ is_malicious: z.boolean() })),
}
export type LinkEvent = EventOf<typeof LinkEvents>

export const linkStreams = category({ prefix: 'link-', events: LinkEvents })
