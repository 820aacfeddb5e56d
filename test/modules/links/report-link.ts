import type { Context } from '#execute.ts'
import { derivedId } from '#ids.ts'
import type { Service } from '#service.ts'
import { links } from './decider.ts'
import { linkStream } from './events.ts'

/** Reports an address; the same address of the same client is reported once. */
export async function reportLink({ execute }: Service, context: Context, url: string): Promise<string> {
  const { client_id } = context.actor
  const linkId = derivedId('lnk', client_id, url)
  await execute.run(links, linkStream(linkId), { type: 'report', client_id, url }, context)
  return linkId
}
