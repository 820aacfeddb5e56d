import { type Refusal, ServiceError } from './errors.ts'
import { retryAfterMs } from './retry.ts'

/** The body of a success; throws ServiceError for everything else. */
export async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  const body = parsed(text)
  if (response.ok && (text === '' || body !== undefined)) return body
  throw new ServiceError(refusalOf(response, body))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Both shapes of the API's errors, and what a proxy in front of it may say. */
function refusalOf({ status, statusText, headers }: Response, body: unknown): Refusal {
  const flat = recordOf(body)
  const nested = recordOf(flat.error)
  const code = nested.code ?? flat.error_code
  const known = nested.code === undefined ? flat : nested
  return {
    status,
    code: typeof code === 'string' ? code : 'UNEXPECTED_ANSWER',
    message: typeof known.message === 'string' ? known.message : `${status} ${statusText}`.trim(),
    details: recordOf(known.details),
    requestId: typeof known.request_id === 'string' ? known.request_id : headers.get('x-request-id'),
    retryAfterMs: retryAfterMs(headers.get('retry-after'), Date.now()),
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
