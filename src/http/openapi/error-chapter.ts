import { catalogue, type ErrorCode } from '#values/errors.ts'
import { type ErrorAdvice, markdownTable, type Section } from './document-parts.ts'
import type { Components } from './json-schema.ts'

/** Errors of a connection before it is a request, and a code of successful responses. */
const NON_OPERATION_CODES: readonly ErrorCode[] = [
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'HEADERS_TOO_LARGE',
  'REFUND_004',
]

export function errorChapter({ responses, errorAdvice }: Components): Section {
  const listed = new Set([...[...responses.keys()].flatMap(name => name.split('.')), ...NON_OPERATION_CODES])
  const codes = Object.keys(catalogue) as ErrorCode[]
  const inUse = codes.filter(code => listed.has(code))
  const reserved = codes.filter(code => !listed.has(code))
  return {
    title: 'Errors',
    text: `An error response has a 4xx or 5xx status and a JSON body. \`error_code\` never changes its meaning, \`message\` explains it
to people, \`details\` locate it: for an invalid request \`details.fields\` lists every field with its reason. \`request_id\` is
the response's \`X-Request-Id\`.

Requests are checked in this order: permission (401, 403), path (404), validity (400, 422), and conflicts with recorded
data, including a transaction in the body that was never recorded. Repeat a request after 408, 429, 500 and 503, and
after IDEMPOTENCY_IN_PROGRESS; wait for the seconds in \`Retry-After\`. Any other error persists until the request or the
recorded data change.

${codeTable(inUse, errorAdvice)}

No operation answers these codes of the spec. Those about e-mails, URLs and leaks are answered by the modules around
this service: ${reserved.map(code => `\`${code}\``).join(', ')}.`,
  }
}

function codeTable(codes: readonly ErrorCode[], errorAdvice: ErrorAdvice): string {
  return markdownTable(
    ['Code and status', 'Meaning, and what to do'],
    codes.map(code => [
      `\`${code}\` ${catalogue[code].status}`,
      `${catalogue[code].message} ${errorAdvice[code] ?? ''}`,
    ]),
  )
}
