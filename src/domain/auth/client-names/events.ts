import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { owner } from '#event-sourcing/field-classes.ts'
import { derivedUuid } from '#values/ids.ts'

/** The stream is the lock that keeps names unique. */
const ClientNameEvents = {
  /** The client is about to get this name, and holds it while its own stream contains the name. */
  ClientNameTaken: z.strictObject({ client_id: owner(z.string()) }),
}
export type ClientNameEvent = EventOf<typeof ClientNameEvents>

/** The form in which two spellings are the same name: NFKC, no invisible characters, single spaces, lower case. */
export function normaliseClientName(name: string): string {
  const visible = name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return visible.trim().replace(/\s+/gu, ' ').toLowerCase()
}

export const clientNameStreams = {
  ...category({ prefix: 'clientname-', events: ClientNameEvents }),
  id: (name: string) => derivedUuid('client-name', normaliseClientName(name)),
}
