import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { jsonTypeName, oneOf, REQUIRED, validationMessage } from '#config/validation-messages.ts'
import { type ErrorCode, type FieldProblem, fieldRejection, Rejection } from '#values/errors.ts'

const PROBLEMS_MAX = 20
/** Longer values are omitted, longer names truncated. */
const SHOWN_LENGTH_MAX = 128

type Issue = z.core.$ZodIssue

class SchemaError extends Error {
  readonly issues: readonly Issue[]
  readonly data: unknown
  /** Set by Fastify. */
  validationContext?: string
  constructor(issues: readonly Issue[], data: unknown) {
    super('the request does not match its schema')
    this.issues = issues
    this.data = data
  }
}

export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const options = { error: httpPart === 'body' ? bodyMessage : validationMessage }
  return data => {
    const { success, data: value, error } = schema.safeParse(data, options)
    return success ? { value } : { error: new SchemaError(error.issues, data) }
  }
}

/** For a part of a body that is read separately; fields are named within `whole`. */
export function parsePart<T>(
  schema: z.ZodType<T>,
  data: unknown,
  whole: string,
  code: ErrorCode = 'INVALID_REQUEST',
  missing: ErrorCode = code,
): T | Rejection {
  const { success, data: value, error } = schema.safeParse(data, { error: validationMessage })
  if (success) return value
  const invalid = new SchemaError(error.issues, data)
  invalid.validationContext = whole
  return validationRejection(invalid, code, missing) ?? new Rejection(code)
}

/** Fastify passes null if there is no body. */
function bodyMessage(issue: z.core.$ZodRawIssue): string {
  const isWhole = (issue.path ?? []).length === 0
  return isWhole && issue.input === null ? REQUIRED : validationMessage(issue)
}

/** With the code `missing` if a required field is missing. Undefined for any other error. */
export function validationRejection(error: Error, invalid: ErrorCode, missing = invalid): Rejection | undefined {
  if (!(error instanceof SchemaError)) return undefined
  const { validationContext: whole = 'request' } = error
  const problems = error.issues.slice(0, PROBLEMS_MAX).flatMap(issue => problemsOf(issue, [], whole))
  const [first = { field: whole, reason: 'is not valid' }, ...rest] = problems.slice(0, PROBLEMS_MAX)
  const code = problems.some(({ reason }) => reason === REQUIRED) ? missing : invalid
  const rejection = fieldRejection(code, [first, ...rest])
  return invalid === 'INVALID_FILTER_PARAMS' ? withFilterDetails(rejection, error) : rejection
}

/** The spec's details of a filter: its name, the invalid value, and the allowed ones if they are few. */
function withFilterDetails(rejection: Rejection, { issues: [issue], data }: SchemaError): Rejection {
  if (issue === undefined || issue.code === 'unrecognized_keys') return rejection
  const value = issue.path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name) ? Reflect.get(inner, name) : undefined,
    data,
  )
  const names = issue.path.map(String)
  // An entry of a list is identified by its value.
  const filter = typeof issue.path.at(-1) === 'number' ? names.slice(0, -1) : names
  const isShown = ['string', 'number', 'boolean'].includes(typeof value) && String(value).length <= SHOWN_LENGTH_MAX
  return new Rejection(rejection.code, {
    ...rejection.details,
    ...(filter.length === 0 ? {} : { field: filter.join('.') }),
    ...(isShown || value === null ? { value } : {}),
    ...(issue.code === 'invalid_value' ? { allowed_values: issue.values } : {}),
  })
}

function problemsOf(issue: Issue, at: readonly PropertyKey[], whole: string): FieldProblem[] {
  const path = [...at, ...issue.path]
  const named = (path: readonly PropertyKey[]) => path.map(truncate).join('.') || whole
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const issues = unionProblems(issue.errors)
    if (typeof issues === 'string')
      return [{ field: named(path), reason: issue.message === REQUIRED ? REQUIRED : issues }]
    return issues.flatMap(inner => problemsOf(inner, path, whole))
  }
  // The schema reports the object, the caller needs the names.
  if (issue.code === 'unrecognized_keys') {
    const reason = whole === 'querystring' ? 'is not a known parameter' : 'is not a known field'
    return issue.keys.slice(0, PROBLEMS_MAX).map(key => ({ field: named([...path, key]), reason }))
  }
  return [{ field: named(path), reason: issue.message }]
}

function truncate(name: PropertyKey): string {
  const text = String(name)
  return text.length <= SHOWN_LENGTH_MAX ? text : `${text.slice(0, SHOWN_LENGTH_MAX)}…`
}

/** The problems of the form whose type matches and whose discriminator (`type`) the input names. */
function unionProblems(forms: readonly Issue[][]): readonly Issue[] | string {
  const sameType = forms.filter(
    issues => !issues.some(({ path, code }) => path.length === 0 && code === 'invalid_type'),
  )
  if (sameType.length === 0) {
    const kinds = forms.flatMap(issues =>
      issues.flatMap(issue => (issue.code === 'invalid_type' ? issue.expected : [])),
    )
    return `must be ${[...new Set(kinds.map(jsonTypeName))].join(' or ')}`
  }
  const discriminators = sameType.map(issues =>
    issues.find(issue => issue.code === 'invalid_value' && issue.values.length === 1),
  )
  const bestMatch = sameType.find((_, index) => discriminators[index] === undefined)
  if (bestMatch !== undefined) return bestMatch
  const [discriminator] = discriminators
  const values = discriminators.flatMap(issue => (issue?.code === 'invalid_value' ? issue.values.map(String) : []))
  return discriminator === undefined ? [] : [{ ...discriminator, message: `must be ${oneOf(values)}` }]
}
