import { z } from 'zod'

/** Streams `link-<link_id>`. */
export const LINK_STREAM_PREFIX = 'link-'

export const linkStream = (linkId: string) => LINK_STREAM_PREFIX + linkId
export const linkIdOf = ({ stream }: { stream: string }) => stream.slice(LINK_STREAM_PREFIX.length)

/** What happens to a link that a client was warned of. */
export const linkEvents = {
  /** A client wants to know whether this address is dangerous. */
  LinkReported: z.strictObject({ client_id: z.string(), url: z.string() }),
  /** It was looked at. */
  LinkChecked: z.strictObject({ is_malicious: z.boolean() }),
}

export type LinkEvent = {
  [T in keyof typeof linkEvents]: { type: T; data: z.infer<(typeof linkEvents)[T]> }
}[keyof typeof linkEvents]
