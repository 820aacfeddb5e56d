import { z } from 'zod'
import { refundStreams } from '#domain/refunds/events.ts'
import { firstBrokenLink } from '#hash-chain.ts'
import type { Service } from '#service.ts'

/** What recomputing a refund's hash chain from the event store comes to. */
export const ChainReport = z
  .object({
    events: z.int().describe('Events of the refund in the event store, up to now.'),
    intact: z.boolean().describe('Whether every event follows from the ones before it.'),
    first_broken_revision: z
      .int()
      .nullable()
      .describe('Revision of the first event that does not follow from the ones before it; null when all do.'),
    head_hash: z
      .string()
      .nullable()
      .describe('Hash of the last event: keep it, and a history that was cut short can be told later.'),
  })
  .describe('What recomputing the hash chain from the event store came to.')

/** Recomputes every hash of one refund from the events themselves, not from the read model. */
export async function verifyRefundChain(
  { store }: Pick<Service, 'store'>,
  refundId: string,
): Promise<z.infer<typeof ChainReport>> {
  const events = await store.read(refundStreams.stream(refundId))
  const first_broken_revision = firstBrokenLink(events)
  return {
    events: events.length,
    intact: first_broken_revision === null,
    first_broken_revision,
    head_hash: events.at(-1)?.metadata.hash ?? null,
  }
}
