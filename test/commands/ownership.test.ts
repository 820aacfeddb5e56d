import { randomBytes } from 'node:crypto'
import * as assert from 'uvu/assert'
import { changeClient } from '#commands/auth/change-client.ts'
import { changeUser } from '#commands/auth/change-user.ts'
import { createServiceAccount } from '#commands/auth/create-service-account.ts'
import { registerClient } from '#commands/auth/register-client.ts'
import { registerUser } from '#commands/auth/register-user.ts'
import { removeCredential } from '#commands/auth/remove-credential.ts'
import { revokeServiceAccount } from '#commands/auth/revoke-service-account.ts'
import { unlinkIdentity } from '#commands/auth/unlink-identity.ts'
import { assignAlert } from '#commands/fraud/assign-alert.ts'
import { escalateAlert } from '#commands/fraud/escalate-alert.ts'
import { reopenAlert } from '#commands/fraud/reopen-alert.ts'
import { resolveAlert } from '#commands/fraud/resolve-alert.ts'
import { cancelRefund } from '#commands/refunds/cancel-refund.ts'
import { releaseBudget } from '#commands/refunds/release-budget.ts'
import { retryRefund } from '#commands/refunds/retry-refund.ts'
import { voidRefund } from '#commands/refunds/void-refund.ts'
import { deleteWebhook } from '#commands/webhooks/delete-webhook.ts'
import { disableWebhook } from '#commands/webhooks/disable-webhook.ts'
import { recoverDeliveries } from '#commands/webhooks/recover-deliveries.ts'
import { replayEvents } from '#commands/webhooks/replay-events.ts'
import { retryDelivery } from '#commands/webhooks/retry-delivery.ts'
import { rotateSecret } from '#commands/webhooks/rotate-secret.ts'
import { sendTestEvent } from '#commands/webhooks/send-test-event.ts'
import { updateWebhook } from '#commands/webhooks/update-webhook.ts'
import { clients } from '#domain/auth/clients/decider.ts'
import { credentials } from '#domain/auth/credentials/decider.ts'
import { identities } from '#domain/auth/identities/decider.ts'
import { PLATFORM_CLIENT_ID } from '#domain/auth/platform.ts'
import type { Scope } from '#domain/auth/roles.ts'
import { type ServiceAccountCommand, serviceAccounts } from '#domain/auth/service-accounts/decider.ts'
import { type SessionCommand, sessions } from '#domain/auth/sessions/decider.ts'
import { type UserCommand, users } from '#domain/auth/users/decider.ts'
import { type AlertCommand, alerts, alertTable } from '#domain/fraud/alerts/decider.ts'
import type { RefundCommand } from '#domain/refunds/commands.ts'
import { refunds, refundTable } from '#domain/refunds/decider.ts'
import { type TransactionCommand, transactions } from '#domain/transactions/decider.ts'
import { type WebhookCommand, webhooks, webhookTable } from '#domain/webhooks/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import type { Service } from '#service.ts'
import type { ModuleVariables } from '#service-config.ts'
import type { Auth } from '#services/auth/auth.ts'
import type { RefundService } from '#services/refunds/refund-service.ts'
import { Rejection } from '#values/errors.ts'
import { commands as alertCommands, openedData } from '../domain/fraud/alert-samples.ts'
import { commands as refundCommands, requestedData } from '../domain/refunds/samples.ts'
import { memoryStore } from '../harness/memory-store.ts'
import { suite } from '../harness/suite.ts'

/** Who may is decided by the commands alone: here nothing is asked through a route. */
const test = suite('another client')

const store = memoryStore()
const execute = createExecute(store)
const untouched = new Proxy({}, { get: () => assert.unreachable('the refusal came too late') })
const given = { execute, config: {}, now: () => new Date(), db: untouched, vault: untouched, network: untouched }
const service = { ...given, passwords: untouched } as unknown as Auth & RefundService & Service<ModuleVariables>

let asked = 0
function by(client_id: string, role = 'admin', sub = 'usr_other'): Context {
  asked += 1
  const id = `asked-${asked}`
  const actor = { sub, client_id, role }
  return { actor, request_id: id, command_id: id, correlation_id: id, causation_id: null, now: new Date() }
}
const OWNER = 'clt_1'
const FOREIGN = 'clt_2'
const system = by(OWNER, 'system')

const data = {
  ...{ client_id: OWNER, url: 'https://example.com/', events: ['*'], secret: 'sealed', description: null },
  ...{ metadata: {}, rate_per_second: null },
}
const transaction = {
  ...{ client_id: OWNER, transaction_id: 'tx_1', user_id: 'u', account_id: null, amount_minor: 100, currency: 'EUR' },
  ...{ operation_type: 'payment', merchant: null, device: null, timestamp: '2026-01-01T00:00:00.000Z' },
}
const tx = transactions.id(OWNER, 'tx_1')
const account = { client_id: OWNER, role: 'integrator', email_sealed: 'e', password_sealed: null } as const
const key = {
  user_id: 'usr_1',
  kind: 'device',
  public_key: 'pk',
  webauthn_id: null,
  counter: 0,
  device_id: 'd',
  platform: 'ios',
  password_changes: 0,
} as const
const link = { by: 'user', user_id: 'usr_1', provider: 'google', password_changes: 0, ended: null } as const
const opening = { user_id: 'usr_1', client_id: OWNER, generation: 0, method: 'password', device_id: null } as const
const machine = {
  ...{ client_id: OWNER, service_account_id: 'there', name: 'worker', secret_hash: '0', expires_at: null },
  scopes: ['refund:read'] as const,
}
const making = { type: 'create', role: 'admin', account: machine, now: new Date() } as const
const terms = { name: 'Bank', tier: 'B', agreed_limit: null } as const

await execute.run(refunds, 'there', { type: 'request', data: requestedData }, system)
await execute.run(alerts, 'there', { ...alertCommands.open, data: openedData }, system)
await execute.run(transactions, tx, { type: 'record', data: transaction }, system)
await execute.run(webhooks, 'wh_there', { type: 'create', data }, system)
await execute.run(clients, OWNER, { type: 'register', client_id: null, ...terms }, system)
await execute.run(users, 'usr_1', { type: 'register', ...account, display_name_sealed: null }, system)
await execute.run(serviceAccounts, OWNER, { ...making, client_id: null }, system)
await execute.run(sessions, 'there', { type: 'open', ...opening }, system)
await execute.run(credentials, 'there', { type: 'register', ended: null, ...key }, system)
await execute.run(identities, 'there', { type: 'link', ...link }, system)

/** What is refused, and with which words; nothing must have been written by it. */
async function refusal(work: () => Promise<unknown>): Promise<Pick<Rejection, 'code' | 'details'>> {
  const before = store.appends
  const error = await work().then(
    () => assert.unreachable('it was not refused'),
    error => error,
  )
  if (!(error instanceof Rejection)) throw error
  assert.is(store.appends, before, 'nothing is written')
  return { code: error.code, details: error.details }
}

type Case = (context: Context, id: string) => Promise<unknown>

const ofRefunds: Record<string, Case> = {
  cancel: (context, id) => cancelRefund(service, context, { refund_id: id, reason: null, cancelled_by: null }),
  retry: (context, id) =>
    retryRefund(service, context, { refund_id: id, update_beneficiary: null, retry_reason: null }),
  void: (context, id) =>
    voidRefund(service, context, { refund_id: id, reason: 'compliance_hold', details: null, voided_by: null }),
}
const ofAlerts: Record<string, Case> = {
  assign: (context, id) => assignAlert(service, context, { alert_id: id }),
  escalate: (context, id) => escalateAlert(service, context, { alert_id: id, note: 'mine' }),
  resolve: (context, id) => resolveAlert(service, context, { alert_id: id, outcome: 'legitimate', note: 'mine' }),
  reopen: (context, id) => reopenAlert(service, context, { alert_id: id, note: 'mine' }),
}
const ofWebhooks: Record<string, Case> = {
  update: (context, id) => updateWebhook(service, context, { webhook_id: id, description: 'mine now' }),
  enable: (context, id) => updateWebhook(service, context, { webhook_id: id, status: 'active' }),
  disable: (context, id) => updateWebhook(service, context, { webhook_id: id, status: 'disabled' }),
  'disable as failing': (context, id) =>
    disableWebhook(service, context, { webhook_id: id, reason: 'failing', failed_days: [], failed_revision: 0 }),
  rotate: (context, id) => rotateSecret(service, context, { webhook_id: id }),
  remove: (context, id) => deleteWebhook(service, context, { webhook_id: id }),
  'send a test event': (context, id) =>
    sendTestEvent(service, context, { webhook_id: id, event_type: 'refund.created' }),
  'retry a delivery': (context, id) => retryDelivery(service, context, { webhook_id: id, delivery_id: 'dlv_1' }),
  recover: (context, id) =>
    recoverDeliveries(service, context, { webhook_id: id, since: '2020-01-01T00:00:00Z', status: 'failed' }),
  replay: (context, id) => replayEvents(service, context, { webhook_id: id, since: '2020-01-01T00:00:00Z' }),
}
const ofAuth: Record<string, Case> = {
  'change a role': (context, id) => changeUser(service, context, { user_id: id, role: 'admin' }),
  'lock a user out': (context, id) => changeUser(service, context, { user_id: id, status: 'disabled' }),
  'set a password': (context, id) =>
    changeUser(service, context, { user_id: id, password: randomBytes(9).toString('hex') }),
  'end sessions': (context, id) => changeUser(service, context, { user_id: id, revoke_sessions: true }),
}
const ofServiceAccounts: Record<string, Case> = {
  revoke: (context, service_account_id) =>
    revokeServiceAccount(service, context, { client_id: OWNER, service_account_id }),
}

for (const [module, cases, there, code] of [
  ['refunds', ofRefunds, 'there', 'REFUND_003'],
  ['alerts', ofAlerts, 'there', 'NOT_FOUND'],
  ['webhooks', ofWebhooks, 'wh_there', 'NOT_FOUND'],
  ['users', ofAuth, 'usr_1', 'NOT_FOUND'],
  ['service accounts', ofServiceAccounts, 'there', 'NOT_FOUND'],
] as const)
  for (const [what, work] of Object.entries(cases))
    test(`is told nothing of ${module} by the command: ${what}`, async () => {
      const foreign = await refusal(() => work(by(FOREIGN), there))
      assert.is(foreign.code, code)
      assert.equal(foreign, await refusal(() => work(by(FOREIGN), 'nowhere')), 'as if it did not exist')
    })

test('onboards no user of another client, and changes no client', async () => {
  const user = { client_id: OWNER, email: 'a@example.com', role: 'consumer', password: null } as const
  assert.is((await refusal(() => registerUser(service, by(FOREIGN), user))).code, 'NOT_FOUND')
  assert.is(
    (await refusal(() => changeClient(service, by(FOREIGN), { client_id: OWNER, tier: 'C' }))).code,
    'NOT_FOUND',
  )
  assert.is((await refusal(() => changeClient(service, by(OWNER), { client_id: OWNER, tier: 'C' }))).code, 'AUTH_003')
  assert.is((await refusal(() => registerClient(service, by(OWNER), { name: 'Mine', tier: 'C' }))).code, 'AUTH_003')
})

test('makes no machine of theirs, and none that may do more than its maker', async () => {
  const make = (context: Context, scopes: readonly Scope[]) =>
    createServiceAccount(service, context, { client_id: OWNER, name: 'mine', scopes: [...scopes] })
  assert.is((await refusal(() => make(by(FOREIGN), ['refund:read']))).code, 'NOT_FOUND')
  for (const [role, scope] of [
    ['integrator', 'refund:void'],
    ['admin', 'users:admin'],
    ['service_account', 'refund:read'],
  ] as const) {
    const { code, details } = await refusal(() => make(by(OWNER, role), ['refund:read', scope]))
    assert.equal([code, (details.scopes as string[]).at(-1)], ['AUTH_003', scope])
  }
})

test('frees no budget of a transaction', async () => {
  const held = { refund_id: 'rf_1', attempt: 0, reason: 'cancelled' }
  const release = () => execute.run(transactions, tx, { type: 'release', client_id: FOREIGN, ...held }, by(FOREIGN))
  assert.is((await refusal(release)).code, 'REFUND_002')
  const before = store.appends
  await releaseBudget(service, by(FOREIGN), { client_id: FOREIGN, transaction_id: 'tx_1' }, held)
  assert.is(store.appends, before, 'their transaction of that name is another one')
})

test("another user's key, provider account and session are not theirs", async () => {
  for (const id of ['there', 'nowhere']) {
    assert.is((await refusal(() => removeCredential(service, by(OWNER), { credential_id: id }))).code, 'NOT_FOUND')
    assert.is((await refusal(() => unlinkIdentity(service, by(OWNER), { identity_id: id }))).code, 'NOT_FOUND')
  }
  const theirs: SessionCommand[] = [
    { type: 'refresh', user_id: 'usr_other', now: new Date() },
    { type: 'close', user_id: 'usr_other' },
  ]
  for (const command of theirs)
    assert.is((await refusal(() => execute.run(sessions, 'there', command, by(OWNER)))).code, 'AUTH_001')
})

/** Past the command files: the deciders themselves refuse, whoever hands them a client's command. */
const foreignRefund = (command: RefundCommand): RefundCommand => {
  if (command.type === 'request') return { ...command, data: { ...command.data, client_id: FOREIGN } }
  return 'client_id' in command ? { ...command, client_id: FOREIGN } : command
}
const askedOfRefunds = Object.values(refundCommands).filter(
  command => command.type === 'request' || 'client_id' in command,
)
const asking = { client_id: FOREIGN }
const foreignAlert = (command: AlertCommand): AlertCommand => {
  if (command.type === 'open') return { ...command, data: { ...command.data, client_id: FOREIGN } }
  return 'client_id' in command ? { ...command, client_id: FOREIGN } : command
}
const askedOfAlerts = Object.values(alertCommands).filter(command => command.type === 'open' || 'client_id' in command)
const askedOfWebhooks: { [T in WebhookCommand['type']]: WebhookCommand & { type: T } } = {
  create: { type: 'create', data: { ...data, ...asking } },
  update: { type: 'update', ...asking, changes: { description: 'x' } },
  rotate: { type: 'rotate', ...asking, version: 2, secret: 's', previous_expires_at: '', now: '2026-01-01T00:00:00Z' },
  disable: { type: 'disable', ...asking, reason: 'requested', failed_days: [], failed_revision: null },
  enable: { type: 'enable', ...asking },
  remove: { type: 'remove', ...asking },
}
const askedOfUsers: UserCommand[] = [
  { type: 'change_password', ...asking, password_sealed: 'x', generation: null },
  { type: 'change_role', ...asking, role: 'admin' },
  { type: 'disable', ...asking },
  { type: 'enable', ...asking },
  { type: 'revoke_sessions', ...asking },
]
const askedOfServiceAccounts: ServiceAccountCommand[] = [
  { ...making, ...asking, account: { ...machine, service_account_id: 'another' } },
  { type: 'revoke', ...asking, service_account_id: 'there' },
]
const askedOfTransactions: TransactionCommand[] = [
  { type: 'record', data: { ...transaction, ...asking } },
  { type: 'reserve', ...asking, refund_id: 'rf_1', attempt: 0, amount_minor: 1, currency: 'EUR' },
  { type: 'release', ...asking, refund_id: 'rf_1', attempt: 0, reason: 'x' },
]

test('is refused every command that a client can give, by the decider', async () => {
  const codes = async <C>(commands: C[], run: (command: C) => Promise<unknown>) =>
    new Set(await Promise.all(commands.map(command => run(command).catch((error: Rejection) => error.code))))
  const before = store.appends
  const other = by(FOREIGN)
  assert.equal(
    askedOfRefunds.map(({ type }) => type),
    ['request', 'cancel', 'retry', 'void'],
  )
  assert.equal(Object.keys(refundCommands).length, Object.keys(refundTable).length)
  assert.equal(
    [...(await codes(askedOfRefunds, command => execute.run(refunds, 'there', foreignRefund(command), other)))],
    ['REFUND_003'],
  )
  assert.equal(
    askedOfAlerts.map(({ type }) => type),
    ['open', 'escalate', 'assign', 'resolve', 'reopen'],
  )
  assert.equal(Object.keys(alertCommands).length, Object.keys(alertTable).length)
  assert.equal(
    [...(await codes(askedOfAlerts, command => execute.run(alerts, 'there', foreignAlert(command), other)))],
    ['NOT_FOUND'],
  )
  assert.equal(Object.keys(askedOfWebhooks), Object.keys(webhookTable))
  assert.equal(
    [...(await codes(Object.values(askedOfWebhooks), command => execute.run(webhooks, 'wh_there', command, other)))],
    ['NOT_FOUND'],
  )
  assert.equal([...(await codes(askedOfUsers, command => execute.run(users, 'usr_1', command, other)))], ['NOT_FOUND'])
  assert.equal(
    [...(await codes(askedOfServiceAccounts, command => execute.run(serviceAccounts, OWNER, command, other)))],
    ['NOT_FOUND'],
  )
  assert.equal(
    [...(await codes(askedOfTransactions, command => execute.run(transactions, tx, command, other)))],
    ['REFUND_002'],
  )
  const change = { type: 'change', ...asking, terms: { tier: 'C' } } as const
  assert.is((await refusal(() => execute.run(clients, OWNER, change, other))).code, 'AUTH_003')
  assert.is(store.appends, before)
})

test('the service itself and administrators of the platform act for any client', async () => {
  assert.equal([clientOf(system.actor), clientOf(by(OWNER).actor)], [null, OWNER])
  const { state } = await execute.run(
    webhooks,
    'wh_there',
    { type: 'update', client_id: clientOf(by(FOREIGN, 'system').actor), changes: { description: 'ours' } },
    by(FOREIGN, 'system'),
  )
  assert.is('description' in state && state.description, 'ours')
  await changeUser(service, by(PLATFORM_CLIENT_ID), { user_id: 'usr_1', role: 'operator' })
  const user = await execute.load(users, 'usr_1')
  assert.is('role' in user.state && user.state.role, 'operator')
})

test.run()
