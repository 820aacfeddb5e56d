import type { z } from 'zod'

export const REQUIRED = 'is required'

/** The message follows the field's name and does not mention the library. A schema's own message takes precedence. */
export function validationMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? REQUIRED : `must be ${jsonTypeName(issue.expected)}`
    case 'invalid_value':
      return issue.input === undefined ? REQUIRED : `must be ${oneOf(issue.values.map(quoteEmpty))}`
    case 'too_big':
      return `must ${limitOf(issue.origin, 'most', issue.maximum, issue)}`
    case 'too_small':
      if (Number(issue.minimum) === 1 && !issue.exact && hasLength(issue.origin)) return 'must not be empty'
      return `must ${limitOf(issue.origin, 'least', issue.minimum, issue)}`
    case 'invalid_format':
      return `must be ${FORMATS[issue.format] ?? 'in the documented format'}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `must not have the fields ${issue.keys.join(', ')}`
    case 'invalid_union':
      return issue.input === undefined ? REQUIRED : 'must have one of the documented forms'
    case 'invalid_key':
      return 'contains a name that is not allowed'
    default:
      return 'is not valid'
  }
}

const KINDS: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

export function jsonTypeName(expected: string): string {
  return KINDS[expected] ?? 'of another type'
}

export function oneOf([first, ...others]: readonly string[]): string {
  return others.length === 0 ? String(first) : `one of ${[first, ...others].join(', ')}`
}

/** An empty text would be invisible. */
function quoteEmpty(value: unknown): string {
  return value === '' ? '""' : String(value)
}

const FORMATS: Record<string, string> = {
  datetime: 'a date-time such as 2026-01-31T09:30:00Z',
  date: 'a date such as 2026-01-31',
  email: 'an e-mail address such as ada@bank.example',
  url: 'a URL such as https://bank.example/hook',
  uuid: 'a UUID such as 5f0c3a52-0c35-4f0e-9f43-6b1d6f7a9f11',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  safeint: 'a whole number',
}

type Limit = { inclusive?: boolean | undefined; exact?: boolean | undefined }

function limitOf(origin: string, side: 'least' | 'most', bound: number | bigint, { inclusive, exact }: Limit): string {
  const limit = bound.toLocaleString('en-US')
  const unit = origin === 'string' ? 'characters' : 'items'
  if (hasLength(origin))
    return `${origin === 'string' ? 'be' : 'have'} ${exact ? 'exactly' : `at ${side}`} ${limit} ${unit}`
  if (inclusive === false) return `be ${side === 'most' ? 'less' : 'greater'} than ${bound}`
  return `be at ${side} ${bound}`
}

function hasLength(origin: string): boolean {
  return origin === 'string' || origin === 'array' || origin === 'set'
}
