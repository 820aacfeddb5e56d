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

/** SQLSTATEs: standby (25006), no resources (53), starting or stopping (57P), conflicts (40001, 40P01). */
const NOT_NOW = /^(08\w{3}|25006|40001|40P01|53\w{3}|57P\w{2}|58\w{3})$/

/** Whether an error only means that a store did not answer: the same may work later. */
export function isUnavailable(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : ''
  const names = [error.name, error.constructor.name]
  return NO_CONNECTION.has(code) || NOT_NOW.test(code) || names.some(name => UNAVAILABLE.has(name))
}
