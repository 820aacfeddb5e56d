import type { FormDraft } from '../drafts.ts'
import type { ApiOperation } from './operation.ts'

export type RequestInput = {
  path: Record<string, string>
  query: Record<string, string>
  body?: unknown
}

export const BODY = 'body'
/** Parameters of path and query may have one name. */
export const fieldOf = ({ in: place, name }: { in: string; name: string }) => `${place} ${name}`

/** What the form contains. Empty parameters are left out. Errors: the body is no JSON. */
export function requestOf({ parameters, body }: ApiOperation, given: FormDraft): RequestInput {
  const textsIn = (place: 'path' | 'query') =>
    Object.fromEntries(
      parameters
        .filter(parameter => parameter.in === place)
        .map(parameter => [parameter.name, given[fieldOf(parameter)]?.trim() ?? ''] as const)
        .filter(([, text]) => text !== ''),
    )
  const text = given[BODY]?.trim() ?? ''
  return {
    path: textsIn('path'),
    query: textsIn('query'),
    ...(body === null || text === '' ? {} : { body: parsed(text) }),
  }
}

function parsed(text: string): unknown {
  let inexact: string | null = null
  const noteInexact = (_: string, value: unknown, { source = '' }: { source?: string } = {}) => {
    if (typeof value === 'number' && !isExact(value, source)) inexact ??= source || String(value)
    return value
  }
  const value = parseJson(text, noteInexact)
  if (inexact !== null)
    throw new Error(`The browser would send another number than ${inexact}. The command below sends it.`)
  return value
}

/** A browser of before 2025 gives no `source`. */
type Reviver = (name: string, value: unknown, context?: { source?: string }) => unknown

function parseJson(text: string, reviver: Reviver): unknown {
  try {
    return JSON.parse(text, reviver)
  } catch (error) {
    throw new Error(`The body is no JSON: ${(error as Error).message}.`)
  }
}

/** A double has each number of 15 digits, and not each of 16. */
const DIGITS_MAX = 15

function isExact(value: number, source: string): boolean {
  const digits = source
    .replace(/e.*$/i, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '')
  const isLost = value === 0 && digits !== ''
  return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER && digits.length <= DIGITS_MAX && !isLost
}

/** The address of the request below the API's; a parameter that can't be a part of it stays in braces. */
export function pathOf({ path }: ApiOperation, input: RequestInput): string {
  return path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const text = input.path[name]
    return text === undefined || text === '.' || text === '..' ? whole : encodeURIComponent(text.toWellFormed())
  })
}
