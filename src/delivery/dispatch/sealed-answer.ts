import { z } from 'zod'
import { SealBroken } from '#edge/vault/vault.ts'
import type { Service } from '#service.ts'
import { ERASED } from '#values/person.ts'

/** What an endpoint answered, as it is kept with the attempt. */
type Kept = { headers: Record<string, string> | null; body: Buffer | null }
/** Which attempt of which delivery, by its UUID. */
type Attempt = { delivery: string; number: number }

const Answer = z.object({ headers: z.record(z.string(), z.string()).nullable(), body: z.base64().nullable() })

/** An endpoint may answer with what it was sent, so its answer is sealed for the same person as the payload, as bytes that stand alone. */
export async function sealAnswer(
  { vault }: Pick<Service, 'vault'>,
  subject: string,
  attempt: Attempt,
  { headers, body }: Kept,
): Promise<Kept> {
  if (headers === null && body === null) return { headers, body }
  const answer: z.infer<typeof Answer> = { headers, body: body?.toString('base64') ?? null }
  return { headers: null, body: Buffer.from(await vault.seal(subject, placeOf(attempt), JSON.stringify(answer))) }
}

/** An answer as it came. One that was kept in clear has headers; of a person who was erased since there is nothing left to show. */
export async function openAnswer({ vault }: Pick<Service, 'vault'>, attempt: Attempt, kept: Kept): Promise<Kept> {
  if (kept.headers !== null || kept.body === null) return kept
  try {
    const text = await vault.open(kept.body.toString('utf8'), placeOf(attempt))
    if (text === null) return GONE
    const { headers, body } = Answer.parse(JSON.parse(text))
    return { headers, body: body === null ? null : Buffer.from(body, 'base64') }
  } catch (error) {
    // Its key was lost with the database.
    if (error instanceof SealBroken) return GONE
    throw error
  }
}

const GONE: Kept = { headers: null, body: Buffer.from(ERASED) }

function placeOf({ delivery, number }: Attempt): string {
  return `webhook-answer|${delivery}|${number}`
}
