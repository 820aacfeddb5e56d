type Attempt = { status_code: number | null; error_code: string | null }

/** `503`, `200 invalid_response`, `timeout`: the status that was answered, and the error where it adds to that. */
export function outcomeOf({ status_code, error_code }: Attempt): string {
  const error = error_code === `http_${status_code}` ? null : error_code
  return [status_code, error].filter(part => part !== null).join(' ')
}

/** The body as text where its bytes are text, or else why they are shown as base64. */
export function bodyOf({ body, body_encoding }: { body: string; body_encoding: 'utf8' | 'base64' }): {
  note: string
  text: string
} {
  if (body === '') return { note: 'The body was empty.', text: '' }
  const note = body_encoding === 'base64' ? 'The body is not UTF-8; in base64:' : 'The body, 16 KiB of it at most:'
  return { note, text: body }
}
