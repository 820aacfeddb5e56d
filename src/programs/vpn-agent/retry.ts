import { setTimeout as delay } from 'node:timers/promises'
import { ServiceError } from '#client/index.ts'

export const RETRY_MS = 1_000
/** A refused login stays refused until an administrator acts. */
const RETRY_AFTER_REFUSAL_MS = 10_000

export function retryDelayMs(error: unknown): number {
  const isRefusal = error instanceof ServiceError && [401, 403, 404].includes(error.status)
  return isRefusal ? RETRY_AFTER_REFUSAL_MS : RETRY_MS
}

export async function pause(ms: number, ...signals: AbortSignal[]): Promise<void> {
  await delay(ms, undefined, { signal: AbortSignal.any(signals) }).catch(() => undefined)
}
