import { ResolveFailed } from '#edge/outbound/resolve.ts'

const CODES: Record<string, string> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_closed',
  EPIPE: 'connection_closed',
  UND_ERR_SOCKET: 'connection_closed',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'connection_failed',
  ENETUNREACH: 'connection_failed',
  EADDRNOTAVAIL: 'connection_failed',
  UND_ERR_HEADERS_OVERFLOW: 'invalid_response',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'invalid_response',
}
const TLS_CODE = /^ERR_(TLS|SSL)|CERT|SIGNATURE|ISSUER|EPROTO|CRL/

/** The stable error code of a failed attempt. */
export function errorCode(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = causeOf(cause)) {
    if (cause instanceof ResolveFailed) return cause.code
    const code = (cause as NodeJS.ErrnoException).code ?? ''
    if (code.startsWith('HPE_') || cause.name === 'HTTPParserError') return 'invalid_response'
    const known = CODES[code]
    if (known !== undefined) return known
    if (TLS_CODE.test(code)) return 'tls_error'
    if (cause.message === 'timeout') return 'timeout'
    if (/before secure TLS connection/.test(cause.message)) return 'tls_error'
    if (/bad upgrade|invalid/i.test(cause.message)) return 'invalid_response'
  }
  return 'connection_failed'
}

function causeOf(error: Error): unknown {
  return error instanceof AggregateError ? error.errors[0] : error.cause
}
