import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { derivedId } from '#values/ids.ts'
import { links } from './decider.ts'

/** Reports an address; the same address of the same client is reported once. */
export async function reportLink({ execute }: Service, context: Context, url: string): Promise<string> {
  const { client_id } = context.actor
  const linkId = derivedId('lnk', client_id, url)
  await execute.run(links, linkId, { type: 'report', client_id, url }, context)
  return linkId
}
