/** Names of errors that mean "a store did not answer", whoever threw them. */
const UNAVAILABLE = new Set([
  'StoreUnavailable',
  'PostgresSilent',
  'PostgresBusy',
  'ConnectionError',
  'BackendTerminatedError',
  'BackendTerminatedUnexpectedlyError',
  'StatementTimeoutError',
  'StatementCancelledError',
  'IdleTransactionTimeoutError',
])

const NO_CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT'])

/**
 * SQLSTATEs by which PostgreSQL refuses because of its own state, not because of the statement: it is a standby (25006), has no room left
 * (53), is being stopped or started (57P), or two transactions were in each other's way (40001, 40P01).
 */
const NOT_NOW = /^(08\w{3}|25006|40001|40P01|53\w{3}|57P\w{2}|58\w{3})$/

/** Whether an error says nothing but that a store could not answer: the same may work later. */
export function isUnavailable(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : ''
  return (
    NO_CONNECTION.has(code) ||
    NOT_NOW.test(code) ||
    UNAVAILABLE.has(error.name) ||
    UNAVAILABLE.has(error.constructor.name)
  )
}
