import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { catalogue, type ErrorCode } from '#errors.ts'
import { errorText } from './error-body.ts'
import { freshRequestId } from './request-id.ts'

/** A connection that never became a request: broken HTTP, too many headers, or too slow. Answered like any other refusal. */
export function answerClientError(error: Error & { code?: string }, socket: Socket, now: Date): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const code = codeOf(error.code)
  const { status, message } = catalogue[code]
  const request_id = freshRequestId()
  const body = errorText({ code, message, details: {} }, '', request_id, now)
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${request_id}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

function codeOf(code: string | undefined): ErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'HEADERS_TOO_LARGE'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'REQUEST_TIMEOUT'
  return 'INVALID_REQUEST'
}
