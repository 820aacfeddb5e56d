import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { ROLE_NAMES, SERVICE_ACCOUNT_SCOPES } from '#domain/auth/roles.ts'
import { UsageError } from '#terminal/command-line.ts'
import type { AdminRequest } from './administrator.ts'
import type { OnboardOptions, ParsedArguments } from './arguments.ts'
import { Client, Me, ServiceAccount, User } from './records.ts'
import { formatColumns } from './text-layout.ts'

/** `result` goes to stdout, `note` to stderr. */
export type CommandOutput = { result: string; note?: string }
export type OnboardCommand<O extends OnboardOptions = OnboardOptions> = {
  meaning: string
  options: O
  run(request: AdminRequest, given: ParsedArguments<O>): Promise<CommandOutput>
}

function command<const O extends OnboardOptions>(declared: OnboardCommand<O>): OnboardCommand {
  return declared as unknown as OnboardCommand
}

const GENERATED_PASSWORD_BYTES = 18
const PAGE = 100

const status = { value: 'active|disabled', oneOf: ['active', 'disabled'], meaning: 'disabled: locked out' } as const
const role = { value: 'ROLE', oneOf: ROLE_NAMES, meaning: `${ROLE_NAMES.join(', ')}; "roles" explains them` } as const
const clientOption = { value: 'clt_…', meaning: "the client; the administrator's own unless given" } as const
const terms = {
  tier: {
    value: 'A|B|C',
    oneOf: ['A', 'B', 'C'],
    meaning: '60, 1,000 or 10,000 requests a minute; a new client has B',
  },
  'per-minute': { value: 'N', isCount: true, meaning: "requests a minute agreed in place of the tier's" },
  'per-day': { value: 'N', isCount: true, meaning: 'and a day; with --per-minute, no daily limit unless given' },
} as const

export const commands: Readonly<Record<string, OnboardCommand>> = {
  clients: command({
    meaning: 'list the clients',
    options: {},
    async run(request) {
      const all = await listAll(request, Client, '/admin/clients?', 'client_id')
      return tableOutput(
        ['client', 'status', 'tier', 'a minute', 'name'],
        all.map(one => [one.client_id, one.status, one.tier, `${one.agreed_limit?.per_minute ?? 'tier'}`, one.name]),
      )
    },
  }),

  client: command({
    meaning: 'create a client',
    options: { name: { value: 'NAME', isRequired: true, meaning: 'no other client has it' }, ...terms },
    async run(request, { name, tier, ...limits }) {
      return jsonOutput(
        await request(Client, 'POST', '/admin/clients', { name, tier, agreed_limit: agreedLimit(limits) }),
      )
    },
  }),

  'change-client': command({
    meaning: "change a client's terms, or lock it out",
    options: {
      client: { value: 'clt_…', isRequired: true, meaning: 'the client' },
      name: { value: 'NAME', meaning: 'no other client has it' },
      ...terms,
      status,
    },
    async run(request, { client, name, tier, status, ...limits }) {
      const change = { name, tier, status, agreed_limit: agreedLimit(limits) }
      assertChanges(change)
      return jsonOutput(await request(Client, 'PATCH', `/admin/clients/${encodeURIComponent(client ?? '')}`, change))
    },
  }),

  users: command({
    meaning: 'list the users of a client',
    options: { client: clientOption },
    async run(request, given) {
      const client = await clientOf(request, given.client)
      const all = await listAll(
        request,
        User,
        `/admin/users?client_id=${encodeURIComponent(client.client_id)}&`,
        'user_id',
      )
      const rows = all.map(one => [one.user_id, one.status, one.role, one.email ?? '(erased)'])
      return { ...tableOutput(['user', 'status', 'role', 'email'], rows), note: `users of ${describeClient(client)}` }
    },
  }),

  user: command({
    meaning: 'create a user',
    options: {
      email: { value: 'EMAIL', isRequired: true, meaning: 'their login' },
      role: { ...role, isRequired: true },
      client: clientOption,
      password: { value: 'PASSWORD', meaning: 'at least 12 characters; unless given one is generated, and shown once' },
      'no-password': { meaning: 'social or biometric login only' },
    },
    async run(request, { email, role, client: client_id, password: chosen, 'no-password': without }) {
      if (without && chosen !== undefined) throw new UsageError('user: --password and --no-password exclude each other')
      const client = await clientOf(request, client_id)
      const generated = randomBytes(GENERATED_PASSWORD_BYTES).toString('base64url')
      const password = without ? null : (chosen ?? generated)
      const made = await request(User, 'POST', '/admin/users', { client_id: client.client_id, email, role, password })
      const note = `${email} joins ${describeClient(client)} as ${role}`
      if (password !== generated) return { ...jsonOutput(made), note }
      return { ...jsonOutput({ ...made, password }), note: `${note}; the password is shown this once` }
    },
  }),

  'change-user': command({
    meaning: 'change a user, or end their sessions',
    options: {
      user: { value: 'usr_…', isRequired: true, meaning: 'the user' },
      role,
      status,
      password: { value: 'PASSWORD', meaning: 'a new password; ends their sessions, keys and linked logins' },
      'revoke-sessions': { meaning: 'log them out everywhere' },
    },
    async run(request, { user, role, status, password, 'revoke-sessions': revoke_sessions }) {
      const change = { role, status, password, revoke_sessions }
      assertChanges(change)
      return jsonOutput(await request(User, 'PATCH', `/admin/users/${encodeURIComponent(user ?? '')}`, change))
    },
  }),

  'service-accounts': command({
    meaning: 'list the service accounts of a client',
    options: { client: clientOption },
    async run(request, given) {
      const client = await clientOf(request, given.client)
      const all = await listAll(request, ServiceAccount, `${accountsOf(client)}?`, 'service_account_id')
      const rows = all.map(({ service_account_id, status, last_used_at, expires_at, name, scopes }) => [
        ...[service_account_id, status, last_used_at ?? 'never', expires_at ?? 'never', name, scopes.join(',')],
      ])
      return {
        ...tableOutput(['service account', 'status', 'last used', 'expires', 'name', 'scopes'], rows),
        note: `service accounts of ${describeClient(client)}`,
      }
    },
  }),

  'service-account': command({
    meaning: 'create a service account for a machine',
    options: {
      name: { value: 'NAME', isRequired: true, meaning: 'what the machine is' },
      scopes: { value: 'SCOPE,…', isRequired: true, meaning: 'what it may do; "roles" lists the scopes' },
      client: clientOption,
      'expires-at': {
        value: 'TIME',
        meaning: 'expiry, as 2027-06-30T00:00:00Z; never unless given',
      },
    },
    async run(request, { name, scopes: list = '', client: client_id, 'expires-at': expires_at }) {
      const scopes = list.split(',').map(scope => scope.trim())
      const unknown = scopes.find(scope => !SERVICE_ACCOUNT_SCOPES.some(known => known === scope))
      if (unknown !== undefined)
        throw new UsageError(
          `service-account: "${unknown}" is no scope for machines; npm run onboard -- roles lists them`,
        )
      const client = await clientOf(request, client_id)
      const made = await request(ServiceAccount, 'POST', accountsOf(client), { name, scopes, expires_at })
      return {
        ...jsonOutput(made),
        note: `${name} logs in for ${describeClient(client)} with email and, as password, secret, which is shown this once`,
      }
    },
  }),

  'revoke-service-account': command({
    meaning: 'end a service account and its sessions, for good',
    options: {
      'service-account': { value: 'svc_…', isRequired: true, meaning: 'the service account' },
      client: clientOption,
    },
    async run(request, { 'service-account': id = '', client: client_id }) {
      const client = await clientOf(request, client_id)
      return jsonOutput(await request(ServiceAccount, 'DELETE', `${accountsOf(client)}/${encodeURIComponent(id)}`))
    },
  }),
}

type ClientRecord = z.infer<typeof Client>
const describeClient = ({ name, client_id }: ClientRecord) => `${name} (${client_id})`
const accountsOf = ({ client_id }: ClientRecord) => `/admin/clients/${encodeURIComponent(client_id)}/service-accounts`

/** The named client, or the administrator's own. */
async function clientOf(request: AdminRequest, given: string | undefined): Promise<ClientRecord> {
  const client_id = given ?? (await request(Me, 'GET', '/api/auth/me')).client_id
  return request(Client, 'GET', `/admin/clients/${encodeURIComponent(client_id)}`)
}

/** All pages of a list; `path` ends before the paging parameters. */
async function listAll<T extends Record<string, unknown>>(
  request: AdminRequest,
  one: z.ZodType<T>,
  path: string,
  id: keyof T & string,
) {
  const all: T[] = []
  for (;;) {
    const after = encodeURIComponent(String(all.at(-1)?.[id] ?? ''))
    const from = all.length === 0 ? '' : `after=${after}&`
    const { data } = await request(z.object({ data: z.array(one) }), 'GET', `${path}${from}limit=${PAGE}`)
    all.push(...data)
    if (data.length < PAGE) return all
  }
}

function agreedLimit({ 'per-minute': perMinute, 'per-day': perDay }: { 'per-minute'?: string; 'per-day'?: string }) {
  if (perMinute !== undefined) return { per_minute: Number(perMinute), per_day: perDay ? Number(perDay) : null }
  if (perDay !== undefined) throw new UsageError('--per-day goes with --per-minute')
  return undefined
}

function assertChanges(change: Record<string, unknown>): void {
  if (Object.values(change).every(value => value === undefined))
    throw new UsageError('nothing to change; --help lists the options')
}

function jsonOutput(record: object): CommandOutput {
  return { result: `${JSON.stringify(record, null, 2)}\n` }
}

function tableOutput(head: string[], rows: string[][]): CommandOutput {
  return { result: formatColumns([head, ...rows]) }
}
