import type { Service } from '#service.ts'
import type { Draft } from './public-event-declaration.ts'

/** Payloads hold personal data, so they are sealed for their person and become unreadable when that key is erased. */
const SEALED_PREFIX = 'v1.'

export async function sealPayload(
  { vault }: Pick<Service, 'vault'>,
  { subject, event }: Pick<Draft, 'subject' | 'event'>,
  shared: string,
): Promise<Buffer> {
  return Buffer.from(subject === null ? shared : await vault.seal(subject, sealContext(event.id.slice(4)), shared))
}

/** The shared part of the envelope, byte for byte as it was sealed; null after an erasure. `event` is a UUID. */
export async function openPayload(
  { vault }: Pick<Service, 'vault'>,
  event: string,
  stored: Buffer,
): Promise<Buffer | null> {
  if (!isSealed(stored)) return stored
  const shared = await vault.open(stored.toString('utf8'), sealContext(event))
  return shared === null ? null : Buffer.from(shared)
}

export function subjectOf(stored: Buffer): string | null {
  return isSealed(stored) ? (stored.toString('utf8').split('.')[1] ?? null) : null
}

function isSealed(stored: Buffer): boolean {
  return stored.subarray(0, SEALED_PREFIX.length).equals(Buffer.from(SEALED_PREFIX))
}

function sealContext(event: string): string {
  return `webhook-event|${event}`
}
