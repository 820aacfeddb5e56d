import { callOf } from '../../client/openapi.ts'
import type { OperationName } from '../../client/types.ts'
import { API_URL } from '../session/page-session.ts'
import type { ApiOperation, Parameter } from './operation.ts'

/** What the page needs of `/openapi.json`. */
type Content = { example?: unknown }
type DocumentedOperation = {
  operationId: string
  summary: string
  description?: string
  tags?: readonly string[]
  'x-required-scope'?: string
  'x-required-roles'?: readonly string[]
  'x-platform-only'?: boolean
  parameters?: readonly Parameter[]
  requestBody?: { content: Record<string, Content> }
}
type ApiDocument = { paths: Record<string, Record<string, DocumentedOperation>> }

/** A request without an answer would be that of each later visit. */
const READING_MS_MAX = 15_000

let reading: Promise<readonly ApiOperation[]> | null = null

/** Read once: a page of another version asks to be loaded again. Errors: the service gives no document. */
export function readOperations(): Promise<readonly ApiOperation[]> {
  reading ??= read().catch(error => {
    reading = null
    throw error
  })
  return reading
}

async function read(): Promise<readonly ApiOperation[]> {
  const response = await fetch(new URL('openapi.json', API_URL), { signal: AbortSignal.timeout(READING_MS_MAX) })
  if (!response.ok) throw new Error(`The service gave no description of its API (status ${response.status}).`)
  return operationsOf(await response.json())
}

function operationsOf({ paths }: ApiDocument): readonly ApiOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationOf(path, method.toUpperCase(), operation)),
  )
}

function operationOf(path: string, method: string, operation: DocumentedOperation): ApiOperation {
  const [content] = Object.entries(operation.requestBody?.content ?? {})
  const name = operation.operationId
  const call = Object.hasOwn(callOf, name) ? callOf[name as OperationName] : undefined
  return {
    name,
    method,
    path,
    title: operation.summary,
    description: operation.description ?? '',
    tag: operation.tags?.[0] ?? '',
    scope: operation['x-required-scope'] ?? null,
    roles: operation['x-required-roles'] ?? null,
    isPlatformOnly: operation['x-platform-only'] ?? false,
    parameters: (operation.parameters ?? []).filter(parameter => parameter.in !== 'header'),
    body: content === undefined ? null : { type: content[0], example: content[1].example },
    hasKey: call !== undefined && call.key !== 'none',
    obstacle: obstacleOf(call),
  }
}

function obstacleOf(call: (typeof callOf)[OperationName] | undefined): string | null {
  if (call === undefined) return 'Its answer has no end.'
  if (call === callOf.changePassword) return 'Its body has your password: change it on the account page.'
  if (!call.hasToken) return 'It needs no user who is signed in.'
  if ('sends' in call || 'returns' in call) return 'It sends or returns a file.'
  return null
}
