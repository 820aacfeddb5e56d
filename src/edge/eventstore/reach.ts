import { status } from '@grpc/grpc-js'
import { REACH_MS_MAX, type Unreachable, unreachableBy } from '#edge/unreachable.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import { connectEventStore } from './client.ts'
import { withDeadline } from './deadline.ts'
import { typeOf } from './errors.ts'

/** Why nobody can work there, or undefined when somebody can. Throws ConfigError for an address that is none. */
export async function eventStoreUnreachable(url: string): Promise<Unreachable | undefined> {
  const store = connectEventStore(url)
  try {
    await withDeadline(REACH_MS_MAX, 'the first question', () => store.ping())
    return undefined
  } catch (error) {
    const cause = error instanceof StoreUnavailable ? error.cause : error
    return isStranger(cause) ? { reason: 'it refuses the user or the password', isLasting: true } : unreachableBy(cause)
  } finally {
    void store.close().catch(() => undefined)
  }
}

function isStranger(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeOf(error) === 'access-denied' || code === status.UNAUTHENTICATED || code === status.PERMISSION_DENIED
}
