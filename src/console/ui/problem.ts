import { NoAnswerError, ServiceError } from '../../client/errors.ts'
import { formatAge } from '../format/age.ts'

export type Problem = {
  message: string
  fields: readonly { field: string; reason: string }[]
  /** Code and request id, for a question to those who run the service. */
  reference: string | null
}

/** An error in words, with the fields that it names. */
export function problemOf(error: unknown): Problem {
  if (error instanceof NoAnswerError)
    return { message: 'The service did not answer. Check your connection.', fields: [], reference: null }
  if (!(error instanceof ServiceError))
    return { message: error instanceof Error ? error.message : String(error), fields: [], reference: null }
  const { code, message, requestId, details, retryAfterMs } = error
  const reference = [code, requestId].filter(Boolean).join(', ')
  if (code === 'AUTH_003' && details.field === undefined) return { message: refusalOf(details), fields: [], reference }
  const wait = retryAfterMs === null ? '' : ` Try again in ${formatAge(Math.ceil(retryAfterMs / 1_000))}.`
  return {
    message: `${message.slice(`${code}: `.length)}${wait}`,
    fields: fieldsOf(details),
    reference,
  }
}

/** Whether a command may have been executed although it failed. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof NoAnswerError) return true
  return error instanceof ServiceError && (error.status >= 500 || error.status < 400)
}

/** Why the service does not allow something to this user, as a person who is restricted, and who may do it. */
function refusalOf({ reason, required_scope, required_roles }: Record<string, unknown>): string {
  const because = typeof reason === 'string' ? `${reason[0]?.toUpperCase()}${reason.slice(1)}.` : null
  const scope = typeof required_scope === 'string' ? ` The scope ${required_scope} is needed.` : ''
  const roles = Array.isArray(required_roles) ? ` These roles may: ${required_roles.join(', ')}.` : ''
  return `${because ?? 'Your role does not allow this.'}${scope}${roles}`
}

function fieldsOf({ fields, field, reason }: Record<string, unknown>): Problem['fields'] {
  const all = Array.isArray(fields) ? fields : field === undefined && reason === undefined ? [] : [{ field, reason }]
  return all.map(one => ({ field: String(one.field ?? ''), reason: String(one.reason ?? '') }))
}
