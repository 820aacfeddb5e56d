import { Rejection } from '#values/errors.ts'

const UNDEFINED_TABLE = '42P01'
const UNDEFINED_COLUMN = '42703'
const RETRY_AFTER_S = 2

/** True when the read model's tables are missing or of an earlier version. */
export function isUnbuiltError(error: unknown): error is Error {
  return (
    error instanceof Error && 'code' in error && (error.code === UNDEFINED_TABLE || error.code === UNDEFINED_COLUMN)
  )
}

/** Rejects with SERVICE_UNAVAILABLE then, because an empty list would be wrong. */
export async function rejectIfUnbuilt<T>(query: Promise<T>): Promise<T> {
  try {
    return await query
  } catch (error) {
    if (!isUnbuiltError(error)) throw error
    const reason = 'this list is being built'
    throw new Rejection('SERVICE_UNAVAILABLE', { reason }, { cause: error, retryAfterS: RETRY_AFTER_S })
  }
}
