import type { FormDraft } from '../drafts.ts'
import type { ApiOperation } from './document.ts'

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
  try {
    return JSON.parse(text, (_, value) => {
      if (typeof value === 'number' && !isExact(value)) throw new Error('a number is too large')
      return value
    })
  } catch (error) {
    throw new Error(`The body is no JSON: ${(error as Error).message}.`)
  }
}

/** What a browser reads is what it sends. */
const isExact = (value: number) => Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))

/** The address of the request below the API's; a parameter that can't be a part of it stays in braces. */
export function pathOf({ path }: ApiOperation, input: RequestInput): string {
  return path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const text = input.path[name]
    return text === undefined || text === '.' || text === '..' ? whole : encodeURIComponent(text.toWellFormed())
  })
}
