import { z } from 'zod'
import { SealBroken } from '#edge/vault/vault.ts'
import type { Service } from '#service.ts'
import { ERASED } from '#values/person.ts'

type ResponseContent = { headers: Record<string, string> | null; body: Buffer | null }
type AttemptId = { delivery: string; number: number }

const SealedResponse = z.object({ headers: z.record(z.string(), z.string()).nullable(), body: z.base64().nullable() })

/** An endpoint may return what it was sent, so its response is sealed for the same person as the payload. */
export async function sealResponse(
  { vault }: Pick<Service, 'vault'>,
  subject: string,
  attempt: AttemptId,
  { headers, body }: ResponseContent,
): Promise<ResponseContent> {
  if (headers === null && body === null) return { headers, body }
  const response: z.infer<typeof SealedResponse> = { headers, body: body?.toString('base64') ?? null }
  return { headers: null, body: Buffer.from(await vault.seal(subject, sealContext(attempt), JSON.stringify(response))) }
}

/** Responses with headers were stored in plaintext, by earlier versions. */
export async function openResponse(
  { vault }: Pick<Service, 'vault'>,
  attempt: AttemptId,
  stored: ResponseContent,
): Promise<ResponseContent> {
  if (stored.headers !== null || stored.body === null) return stored
  try {
    const text = await vault.open(stored.body.toString('utf8'), sealContext(attempt))
    if (text === null) return ERASED_RESPONSE
    const { headers, body } = SealedResponse.parse(JSON.parse(text))
    return { headers, body: body === null ? null : Buffer.from(body, 'base64') }
  } catch (error) {
    // Its key was lost with the database.
    if (error instanceof SealBroken) return ERASED_RESPONSE
    throw error
  }
}

const ERASED_RESPONSE: ResponseContent = { headers: null, body: Buffer.from(ERASED) }

function sealContext({ delivery, number }: AttemptId): string {
  return `webhook-answer|${delivery}|${number}`
}
