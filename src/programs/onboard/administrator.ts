import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readConfig } from '#config/config.ts'
import { CommandError } from '#terminal/command-line.ts'
import type { OnboardOptions } from './arguments.ts'

const ANSWER_MS_MAX = 15_000
const ADDRESS = 'http://127.0.0.1:8080'
const CREDENTIALS_FILE = 'admin-credentials.json'

export const ADMINISTRATOR_OPTIONS = {
  url: { value: 'URL', meaning: `the service (default: from DATA_DIR/${CREDENTIALS_FILE}, or ${ADDRESS})` },
  'admin-email': { value: 'EMAIL', meaning: `an administrator (default: from DATA_DIR/${CREDENTIALS_FILE})` },
  'admin-password': { value: 'PASSWORD', meaning: 'their password (default: from the same file)' },
} as const satisfies OnboardOptions
type AdministratorArguments = { url?: string; 'admin-email'?: string; 'admin-password'?: string }

const Credentials = z.object({ url: z.string(), email: z.string(), password: z.string() }).partial()

const Refusal = z.object({
  error_code: z.string(),
  message: z.string(),
  details: z
    .object({ reason: z.string(), fields: z.array(z.object({ field: z.string(), reason: z.string() })) })
    .partial()
    .catch({}),
})

export type AdminRequest = <T>(schema: z.ZodType<T>, method: string, path: string, body?: object) => Promise<T>

export async function logIn(given: AdministratorArguments): Promise<AdminRequest> {
  const isComplete = given['admin-email'] !== undefined && given['admin-password'] !== undefined
  const written = isComplete && given.url !== undefined ? {} : readCredentials()
  const url = (given.url ?? (written.url || ADDRESS)).replace(/\/$/, '')
  const email = given['admin-email'] ?? written.email
  const password = given['admin-password'] ?? written.password
  if (email === undefined || password === undefined)
    throw new CommandError('no administrator: give --admin-email and --admin-password, or the DATA_DIR of the service')
  const Tokens = z.object({ access_token: z.string() })
  const { access_token } = await createRequest(url, null)(Tokens, 'POST', '/api/auth/login', { email, password })
  return createRequest(url, access_token)
}

function readCredentials(): z.infer<typeof Credentials> {
  const file = join(readConfig().DATA_DIR, CREDENTIALS_FILE)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return {}
  }
  try {
    return Credentials.parse(JSON.parse(text))
  } catch {
    throw new CommandError(`${file} is damaged: give --url, --admin-email and --admin-password`)
  }
}

function createRequest(url: string, token: string | null): AdminRequest {
  return async (schema, method, path, body) => {
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    }
    const signal = AbortSignal.timeout(ANSWER_MS_MAX)
    const init = { method, headers, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const response = await fetch(url + path, init).catch(error => {
      throw new CommandError(`${url} does not answer (${reasonOf(error)}): start the service, or give its --url`)
    })
    const answer = await response.json().catch(() => null)
    if (!response.ok) throw refusalOf(url, response, answer, token === null)
    const { data, success } = schema.safeParse(answer)
    if (!success) throw new CommandError(`${url} answered ${method} ${path} otherwise than this version expects`)
    return data
  }
}

function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {}
  const reason = cause instanceof Error && cause.message !== '' ? cause : error
  return reason instanceof Error ? reason.message : String(reason)
}

/** One line: the refusal, its reason, and the remedy where it is known. */
function refusalOf(url: string, { status, headers }: Response, answer: unknown, isLogin: boolean): CommandError {
  const { data } = Refusal.safeParse(answer)
  if (data === undefined)
    return new CommandError(`${url} answered ${status}, not as this service does: is --url right?`)
  const { error_code, message, details } = data
  if (isLogin && status === 401)
    return new CommandError('the service knows no such administrator: check --admin-email and --admin-password')
  const fields = details.fields?.map(({ field, reason }) => `${field} ${reason}`).join('; ')
  const after = headers.get('retry-after')
  const again = after === null ? '' : `; try again in ${after} s`
  return new CommandError(`refused (${status} ${error_code}): ${fields || details.reason || message}${again}`)
}
