import type { FastifyError } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { type ErrorCode, type FieldProblem, fieldRejection, type Rejection } from '#errors.ts'

/** Problems told of one request; more are cut off. */
const PROBLEMS_MAX = 20

/** What the schema refused, field by field, or undefined when the error is another one. */
export function validationRejection(error: FastifyError, invalid: ErrorCode): Rejection | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined
  const whole = error.validationContext === 'body' ? 'body' : (error.validationContext ?? 'request')
  const problems = error.validation.slice(0, PROBLEMS_MAX).flatMap((issue): FieldProblem[] => {
    const field = issue.instancePath.split('/').filter(Boolean).join('.') || whole
    const reason = issue.message ?? 'is not valid'
    const { keys, errors } = issue.params
    if (issue.keyword === 'invalid_union') {
      const within = ofUnion(errors as Branch[], field === whole ? [] : [field], whole)
      return within.length === 0 ? [{ field, reason }] : within
    }
    // A schema that refuses unknown names reports where; the caller wants to know which.
    if (Array.isArray(keys) && issue.keyword === 'unrecognized_keys')
      return keys.map(key => ({ field: field === whole ? String(key) : `${field}.${key}`, reason: 'is not known' }))
    return [{ field, reason }]
  })
  const [first = { field: whole, reason: 'is not valid' }, ...rest] = problems.slice(0, PROBLEMS_MAX)
  return fieldRejection(invalid, [first, ...rest])
}

/** What one of the shapes that a union allows had to say. */
type Branch = { path: PropertyKey[]; code: string; message: string }[]

/** "Neither of both" helps nobody: told is what is wrong with it as the shape that it has, if it has one of them. */
function ofUnion(branches: Branch[], at: string[], whole: string): FieldProblem[] {
  const meant =
    branches.find(issues => issues.every(({ path, code }) => path.length > 0 || code !== 'invalid_type')) ?? []
  return meant.map(({ path, message }) => ({ field: [...at, ...path].join('.') || whole, reason: message }))
}
