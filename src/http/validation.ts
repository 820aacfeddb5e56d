import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { kindOf, oneOf, REQUIRED, validationWords } from '#config/validation-messages.ts'
import { type ErrorCode, type FieldProblem, fieldRejection, Rejection } from '#values/errors.ts'

/** Problems told of one request; more are cut off. */
const PROBLEMS_MAX = 20
/** Of values and names of callers; longer values are not sent back, and of longer names no more than this. */
const TOLD_LENGTH_MAX = 128

type Issue = z.core.$ZodIssue

/** What a schema refused of a request. */
class InvalidInput extends Error {
  readonly issues: readonly Issue[]
  readonly data: unknown
  /** The part of the request; Fastify says which. */
  validationContext?: string
  constructor(issues: readonly Issue[], data: unknown) {
    super('the request does not fit its schema')
    this.issues = issues
    this.data = data
  }
}

/** Fastify's: the route's schemas read the request, and what they refuse is told in our words. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const options = { error: httpPart === 'body' ? bodyWords : validationWords }
  return data => {
    const { success, data: value, error } = schema.safeParse(data, options)
    return success ? { value } : { error: new InvalidInput(error.issues, data) }
  }
}

/** A part of a body that is read by itself: the value, or why it is refused, by fields within `whole`. */
export function readPart<T>(schema: z.ZodType<T>, data: unknown, whole: string): T | Rejection {
  const { success, data: value, error } = schema.safeParse(data, { error: validationWords })
  if (success) return value
  const invalid = new InvalidInput(error.issues, data)
  invalid.validationContext = whole
  return validationRejection(invalid, 'INVALID_REQUEST') ?? new Rejection('INVALID_REQUEST')
}

/** Fastify hands over null where there is no body. */
function bodyWords(issue: z.core.$ZodRawIssue): string {
  const isWhole = (issue.path ?? []).length === 0
  return isWhole && issue.input === null ? REQUIRED : validationWords(issue)
}

/** What the schema refused, field by field, or undefined when the error is another one. */
export function validationRejection(error: Error, invalid: ErrorCode): Rejection | undefined {
  if (!(error instanceof InvalidInput)) return undefined
  const { validationContext: whole = 'request' } = error
  const problems = error.issues.slice(0, PROBLEMS_MAX).flatMap(issue => problemsOf(issue, [], whole))
  const [first = { field: whole, reason: 'is not valid' }, ...rest] = problems.slice(0, PROBLEMS_MAX)
  const refused = fieldRejection(invalid, [first, ...rest])
  return invalid === 'INVALID_FILTER_PARAMS' ? ofFilter(refused, error) : refused
}

/** The spec's details of a filter: its name, the value that it can't have, and which it can have where they are few. */
function ofFilter(refused: Rejection, { issues: [issue], data }: InvalidInput): Rejection {
  if (issue === undefined || issue.code === 'unrecognized_keys') return refused
  const value = issue.path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name) ? Reflect.get(inner, name) : undefined,
    data,
  )
  const names = issue.path.map(String)
  // An entry of a list is told by its value.
  const filter = typeof issue.path.at(-1) === 'number' ? names.slice(0, -1) : names
  const isTold = ['string', 'number', 'boolean'].includes(typeof value) && String(value).length <= TOLD_LENGTH_MAX
  return new Rejection(refused.code, {
    ...refused.details,
    ...(filter.length === 0 ? {} : { field: filter.join('.') }),
    ...(isTold || value === null ? { value } : {}),
    ...(issue.code === 'invalid_value' ? { allowed_values: issue.values } : {}),
  })
}

function problemsOf(issue: Issue, at: readonly PropertyKey[], whole: string): FieldProblem[] {
  const path = [...at, ...issue.path]
  const named = (path: readonly PropertyKey[]) => path.map(told).join('.') || whole
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const issues = ofUnion(issue.errors)
    if (typeof issues === 'string')
      return [{ field: named(path), reason: issue.message === REQUIRED ? REQUIRED : issues }]
    return issues.flatMap(inner => problemsOf(inner, path, whole))
  }
  // A schema that refuses unknown names reports where; the caller wants to know which.
  if (issue.code === 'unrecognized_keys') {
    const reason = whole === 'querystring' ? 'is not a known parameter' : 'is not a known field'
    return issue.keys.slice(0, PROBLEMS_MAX).map(key => ({ field: named([...path, key]), reason }))
  }
  return [{ field: named(path), reason: issue.message }]
}

function told(name: PropertyKey): string {
  const text = String(name)
  return text.length <= TOLD_LENGTH_MAX ? text : `${text.slice(0, TOLD_LENGTH_MAX)}…`
}

/**
 * "None of all" helps nobody: told is what is wrong with it as the form that it has. That is the one whose own type it has and, where
 * forms differ in a word (`type`), whose word it says.
 */
function ofUnion(forms: readonly Issue[][]): readonly Issue[] | string {
  const ofItsType = forms.filter(
    issues => !issues.some(({ path, code }) => path.length === 0 && code === 'invalid_type'),
  )
  if (ofItsType.length === 0) {
    const kinds = forms.flatMap(issues =>
      issues.flatMap(issue => (issue.code === 'invalid_type' ? issue.expected : [])),
    )
    return `must be ${[...new Set(kinds.map(kindOf))].join(' or ')}`
  }
  const words = ofItsType.map(issues =>
    issues.find(issue => issue.code === 'invalid_value' && issue.values.length === 1),
  )
  const meant = ofItsType.find((_, index) => words[index] === undefined)
  if (meant !== undefined) return meant
  const [word] = words
  const values = words.flatMap(issue => (issue?.code === 'invalid_value' ? issue.values.map(String) : []))
  return word === undefined ? [] : [{ ...word, message: `must be ${oneOf(values)}` }]
}
