import { status } from '@grpc/grpc-js'
import { PROBE_MS_MAX, type Unreachable, unreachableOf } from '#edge/unreachable.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import { connectEventStore } from './client.ts'
import { typeOf } from './errors.ts'
import { withSilenceTimeout } from './silence-timeout.ts'

/** Undefined when the event store can be used. Throws ConfigError for an invalid address. */
export async function probeEventStore(url: string): Promise<Unreachable | undefined> {
  const store = connectEventStore(url)
  try {
    await withSilenceTimeout(PROBE_MS_MAX, 'the first question', () => store.ping())
    return undefined
  } catch (error) {
    const cause = error instanceof StoreUnavailable ? error.cause : error
    return isAccessDenied(cause)
      ? { reason: 'it refuses the user or the password', isLasting: true }
      : unreachableOf(cause)
  } finally {
    void store.close().catch(() => undefined)
  }
}

function isAccessDenied(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeOf(error) === 'access-denied' || code === status.UNAUTHENTICATED || code === status.PERMISSION_DENIED
}
