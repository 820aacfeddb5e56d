import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Service } from '#service.ts'
import { catalogue, type ErrorCode } from '#values/errors.ts'
import { formatErrorBody } from './error-body.ts'
import { newRequestId } from './request-id.ts'
import { securityHeaders } from './security-headers.ts'

/** An error on a connection without a complete request: broken HTTP, too many headers, or too slow. */
export function sendClientError(
  { log, now }: Pick<Service, 'log' | 'now'>,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const code = codeOf(error.code)
  const { status, message } = catalogue[code]
  const request_id = newRequestId()
  const details = { reason: REASONS[code] }
  const body = formatErrorBody({ code, message, details }, 'flat', request_id, now())
  log.info({ request_id, status, code }, 'answered')
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${request_id}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

const REASONS = {
  HEADERS_TOO_LARGE: 'the headers are too large',
  REQUEST_TIMEOUT: 'the request did not arrive in time',
  INVALID_REQUEST: 'this is not HTTP',
} as const satisfies Partial<Record<ErrorCode, string>>

function codeOf(code: string | undefined): keyof typeof REASONS {
  if (code === 'HPE_HEADER_OVERFLOW') return 'HEADERS_TOO_LARGE'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'REQUEST_TIMEOUT'
  return 'INVALID_REQUEST'
}
