import { Rejection } from '#errors.ts'

const UNDEFINED_TABLE = '42P01'
const UNDEFINED_COLUMN = '42703'
const RETRY_AFTER_S = 2

/**
 * A read model whose tables were never built, are gone, or are still those of an earlier version, is answered as unavailable: an empty
 * list would be a lie.
 */
export async function whenBuilt<T>(query: Promise<T>): Promise<T> {
  try {
    return await query
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (error.code !== UNDEFINED_TABLE && error.code !== UNDEFINED_COLUMN) throw error
    const reason = 'this list is being built'
    throw new Rejection('SERVICE_UNAVAILABLE', { reason }, { cause: error, retryAfterS: RETRY_AFTER_S })
  }
}
