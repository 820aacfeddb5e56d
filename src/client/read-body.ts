import { ServiceError, type ServiceErrorInit } from './errors.ts'
import { parseRetryAfterMs } from './retry.ts'

/** Returns the body of a success; throws ServiceError for everything else. */
export async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  const body = parseJson(text)
  if (response.ok && (text === '' || body !== undefined)) return body
  throw new ServiceError(errorInitOf(response, body))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Accepts both formats of the API's errors, and any response of a proxy. */
function errorInitOf({ status, statusText, headers }: Response, body: unknown): ServiceErrorInit {
  const flat = recordOf(body)
  const nested = recordOf(flat.error)
  const code = nested.code ?? flat.error_code
  const error = nested.code === undefined ? flat : nested
  return {
    status,
    code: typeof code === 'string' ? code : 'UNEXPECTED_ANSWER',
    message: typeof error.message === 'string' ? error.message : `${status} ${statusText}`.trim(),
    details: recordOf(error.details),
    requestId: typeof error.request_id === 'string' ? error.request_id : headers.get('x-request-id'),
    retryAfterMs: parseRetryAfterMs(headers.get('retry-after'), Date.now()),
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
