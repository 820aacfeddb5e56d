import { readFileSync } from 'node:fs'
import { createOpenApiCheck } from './openapi-check.ts'
import { noteSecret, noteSecretsOf } from './secrets.ts'
import { reportCheck } from './suite.ts'

/** Answers of every shape, the wrong ones too: what JSON.parse gives. */
type Body = ReturnType<typeof JSON.parse>
/** `body` is the JSON, or the text when it is none. */
export type Answer = { status: number; headers: Headers; body: Body; text: string }
type Asked = { headers?: Headers | Record<string, string>; body?: string; signal?: AbortSignal }

/** The document that is kept holds for every service that has not shown one of its own. */
const keptDocument = readFileSync(new URL('../fixtures/openapi.json', import.meta.url), 'utf8')
/** By address, and by the document's text: making one takes a while. */
const checks = new Map<string, ReturnType<typeof createOpenApiCheck>>()
let seen = 0

reportCheck('answers are as the OpenAPI document says', () => {
  if (seen === 0) return null
  const problems = new Set([...checks.values()].flatMap(check => [...check.problems]))
  // The next file of this process begins with none, and its services may have the addresses of these.
  seen = 0
  for (const [key, check] of checks) {
    check.problems.clear()
    if (URL.canParse(key)) checks.delete(key)
  }
  return [...problems]
})

/** What this service answers is held against this document. */
export function describedBy(url: string, document: Parameters<typeof createOpenApiCheck>[0]): void {
  checks.set(url, checkOf(JSON.stringify(document)))
}

/** A stream of events goes on for ever: its head is the answer. */
export async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type') !== 'text/event-stream') return response.text()
  await response.body?.cancel()
  return ''
}

/**
 * One request. Everything that tests ask a service over HTTP passes here: each answer is held against the OpenAPI
 * document, a difference fails the file, and the secrets of both directions are noted for the search of the logs.
 */
export async function exchange(url: string, method: string, path: string, asked: Asked = {}): Promise<Answer> {
  const response = await fetch(url + path, { ...asked, method, redirect: 'manual' })
  const text = await textOf(response)
  const answer = { status: response.status, headers: response.headers, body: parsed(response.headers, text), text }
  observe(url, method, path, asked, answer)
  return answer
}

/** An exchange that was made in another way. */
export function observe(url: string, method: string, path: string, asked: Asked, answer: Answer): void {
  seen += 1
  const bearer = new Headers(asked.headers).get('authorization')?.replace(/^bearer /i, '')
  noteSecret(bearer)
  noteSecretsOf(answer.body)
  noteSecretsOf(jsonOf(asked.body))
  const check = checks.get(url) ?? checkOf(keptDocument)
  check.observe(method, path, answer)
}

/** An event that an endpoint was sent. */
export function observeEvent(text: string): void {
  seen += 1
  const check = checkOf(keptDocument)
  check.observeEvent(JSON.parse(text))
}

function checkOf(document: string) {
  const check = checks.get(document) ?? createOpenApiCheck(JSON.parse(document))
  checks.set(document, check)
  return check
}

/** The JSON, or the text when it is none: lines of JSON are text. */
export function parsed(headers: Headers, text: string): Body {
  return text !== '' && /[/+]json\b/.test(headers.get('content-type') ?? '') ? JSON.parse(text) : text
}

function jsonOf(text = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
