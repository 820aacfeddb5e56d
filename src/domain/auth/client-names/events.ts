import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { derivedUuid } from '#values/ids.ts'

/** Whose a name is, in `clientname-<uuid of the name>`: the stream is the lock that lets two clients not have one name. */
const ClientNameEvents = {
  /** The client is about to be given this name. It has it for as long as its own stream says so. */
  ClientNameTaken: z.strictObject({ client_id: z.string() }),
}
export type ClientNameEvent = EventOf<typeof ClientNameEvents>

/** The form under which two spellings are the same name: NFKC, without what is not seen, single spaces, lower case. */
export function normaliseClientName(name: string): string {
  const visible = name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return visible.trim().replace(/\s+/gu, ' ').toLowerCase()
}

export const clientNameStreams = {
  ...category({ prefix: 'clientname-', events: ClientNameEvents }),
  id: (name: string) => derivedUuid('client-name', normaliseClientName(name)),
}
