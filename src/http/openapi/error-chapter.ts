import { catalogue, type ErrorCode } from '#values/errors.ts'
import { errorAdvice } from './error-advice.ts'
import { markdownTable, type Section } from './guide.ts'
import type { Components } from './json-schema.ts'

/** Told to a connection before it is a request of an operation, or as part of an answer that is no refusal. */
const NON_OPERATION_CODES: readonly ErrorCode[] = [
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'HEADERS_TOO_LARGE',
  'REFUND_004',
]

/** The catalogue, apart for what the operations of this document answer and for what is reserved. */
export function errorChapter({ responses }: Components): Section {
  const listed = new Set([...[...responses.keys()].flatMap(name => name.split('.')), ...NON_OPERATION_CODES])
  const codes = Object.keys(catalogue) as ErrorCode[]
  const inUse = codes.filter(code => listed.has(code))
  const reserved = codes.filter(code => !listed.has(code))
  return {
    title: 'Errors',
    text: `A refusal has a 4xx or 5xx status and a JSON body: \`error_code\` says what is wrong and never changes its meaning,
\`message\` says it in words, \`details\` say where: of a request that is not valid \`details.fields\` lists every field with its
reason. \`request_id\` is the answer's \`X-Request-Id\`.

Refused first is who may not (401, 403), then a path that names nothing (404), then what is not valid (400, 422), and last what does
not go with what is recorded, a transaction that the body names and nobody recorded included. Repeat a request after 408, 429, 500 and 503, and after IDEMPOTENCY_IN_PROGRESS; wait as long as \`Retry-After\` says. Any other refusal stays the same until
the request or what is recorded changes.

${codeTable(inUse)}

Reserved for modules to come: ${reserved.map(code => `\`${code}\``).join(', ')}.`,
  }
}

function codeTable(codes: readonly ErrorCode[]): string {
  return markdownTable(
    ['Code and status', 'Meaning, and what to do'],
    codes.map(code => [`\`${code}\` ${catalogue[code].status}`, `${catalogue[code].message} ${errorAdvice[code]}`]),
  )
}
