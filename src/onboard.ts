import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { readConfig } from './config.ts'

/**
 * `npm run onboard`: clients and users through the admin endpoints of a running service. There is no way past them: every
 * change is checked, recorded with who made it, and seen by all instances, and no second process opens the stores.
 */
const HELP = `Onboard clients and users of a running service.

  npm run onboard -- client --name "Bank of Example" [--tier A|B|C] [--per-minute N [--per-day N]]
  npm run onboard -- user --email ops@bank.example --role ROLE [--client clt_…] [--password … | --no-password]
  npm run onboard -- change-client --client clt_… [--name …] [--tier …] [--per-minute N [--per-day N]] [--status active|disabled]
  npm run onboard -- change-user --user usr_… [--role …] [--status active|disabled] [--password …] [--revoke-sessions]

Roles: consumer, integrator, operator, auditor, admin. Tiers: A (60/min, 1,000/day), B (1,000/min, 100,000/day; the default),
C (10,000/min). --per-minute and --per-day are limits agreed with one client in place of its tier's.
A user without --password gets a generated one, which is shown once.

  --url URL                 the service (default: where DATA_DIR/admin-credentials.json says, or http://127.0.0.1:8080)
  --admin-email, --admin-password
                            an administrator (default: DATA_DIR/admin-credentials.json, written at the first start)
`

const GENERATED_PASSWORD_BYTES = 18
const ANSWER_MS_MAX = 15_000
const text = { type: 'string' } as const

const Credentials = z.object({ url: z.string(), email: z.string(), password: z.string() }).partial()
type Body = Record<string, unknown>

class OnboardError extends Error {}

try {
  await onboard(process.argv.slice(2))
} catch (error) {
  const told = error instanceof OnboardError || (error instanceof TypeError && 'code' in error)
  process.stderr.write(told ? `${error.message}\n\n${HELP}` : `${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}

async function onboard(argv: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      ...{ name: text, tier: text, client: text, user: text, email: text, role: text, password: text, status: text },
      ...{ 'per-minute': text, 'per-day': text, url: text, 'admin-email': text, 'admin-password': text },
      'no-password': { type: 'boolean' },
      'revoke-sessions': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const [what] = positionals
  if (values.help || what === undefined) return void process.stdout.write(HELP)
  const { name, tier, client, user, email, role, status } = values
  const admin = await administrator(values)

  switch (what) {
    case 'client':
      return show(await admin('POST', '/admin/clients', { name, tier, agreed_limit: agreedLimit(values) }))
    case 'user': {
      const generated = randomBytes(GENERATED_PASSWORD_BYTES).toString('base64url')
      const password = values['no-password'] ? null : (values.password ?? generated)
      const made = await admin('POST', '/admin/users', { client_id: client, email, role, password })
      return show(password === generated ? { ...made, password } : made)
    }
    case 'change-client': {
      const change = { name, tier, status, agreed_limit: agreedLimit(values) }
      return show(await admin('PATCH', `/admin/clients/${named('--client', client)}`, change))
    }
    case 'change-user': {
      const change = { role, status, password: values.password, revoke_sessions: values['revoke-sessions'] }
      return show(await admin('PATCH', `/admin/users/${named('--user', user)}`, change))
    }
    default:
      throw new OnboardError(`there is nothing to onboard called "${what}"`)
  }
}

function named(option: string, value: string | undefined): string {
  if (value === undefined) throw new OnboardError(`${option} is missing`)
  return encodeURIComponent(value)
}

function agreedLimit(values: { 'per-minute'?: string; 'per-day'?: string }) {
  if (values['per-minute'] === undefined) {
    if (values['per-day'] !== undefined) throw new OnboardError('--per-day goes with --per-minute')
    return undefined
  }
  return { per_minute: Number(values['per-minute']), per_day: values['per-day'] ? Number(values['per-day']) : null }
}

/** Logs in and hands back how to ask as that administrator. */
async function administrator(values: { url?: string; 'admin-email'?: string; 'admin-password'?: string }) {
  const written = readCredentials()
  const url = (values.url ?? written.url ?? 'http://127.0.0.1:8080').replace(/\/$/, '')
  const email = values['admin-email'] ?? written.email
  const password = values['admin-password'] ?? written.password
  if (email === undefined || password === undefined)
    throw new OnboardError('no administrator: give --admin-email and --admin-password, or the DATA_DIR of the service')
  const { access_token } = await ask(url, 'POST', '/api/auth/login', { email, password })
  return (method: string, path: string, body: Body) => ask(url, method, path, body, String(access_token))
}

function readCredentials(): z.infer<typeof Credentials> {
  try {
    return Credentials.parse(JSON.parse(readFileSync(join(readConfig().DATA_DIR, 'admin-credentials.json'), 'utf8')))
  } catch {
    return {}
  }
}

async function ask(url: string, method: string, path: string, body: Body, token?: string): Promise<Body> {
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const signal = AbortSignal.timeout(ANSWER_MS_MAX)
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body), signal }).catch(error => {
    throw new Error(`${url} does not answer (is the service running?): ${error.cause?.message ?? error.message}`)
  })
  const answer: Body = JSON.parse(await response.text())
  if (response.ok) return answer
  throw new Error(
    `refused (${response.status} ${answer.error_code}): ${answer.message} ${JSON.stringify(answer.details)}`,
  )
}

function show(record: Body): void {
  process.stdout.write(`${JSON.stringify(record, null, 2)}\n`)
}
