import { randomUUID } from 'node:crypto'
import { type Client, logIn, until } from '../../harness/client.ts'
import { ACCOUNTS, refundOf, transactionOf } from '../../harness/samples.ts'
import { recordScore } from '../../harness/scores.ts'
import { ADMIN, type TestService } from '../../harness/service.ts'
import { deviceOf, messageTo } from '../notifications/device-samples.ts'
import { sandboxLines, sendStatement, statementOf, upToNow } from '../refunds/reconciled.ts'
import { connectOf, digestOf, newAgent, newServer } from '../vpn/vpn-samples.ts'
import type { World } from './operations.ts'
import { erase, reaches, refunded, subjectReaches } from './people.ts'

/** A text that is found nowhere else. */
const unique = (words: string) => `${words} ${randomUUID().slice(0, 8)}`
const deviceAt = (ip: string) => ({ ip, user_agent: unique('browser'), fingerprint: unique('fingerprint') })
/** Never shown to any caller. */
export const ACCOUNT = '9123456789010001'

/** Throws unless the operation succeeded. */
async function bodyOf(asked: ReturnType<Client['get']>) {
  const { status, body } = await asked
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

const deliveriesOf = (admin: Client, webhook: string, count: number) =>
  until(
    () => admin.get(`/webhooks/${webhook}/deliveries?limit=100`),
    ({ body }) =>
      body.data.length >= count && body.data.every(({ status }: { status: string }) => status === 'succeeded'),
  )

/**
 * A beneficiary and a user who are both restricted, with something of every kind that the service holds of people from
 * before and from after the restriction; beside them what requests need of a person who is not restricted. `values` are
 * texts about the two that nothing else has.
 */
export async function restrictedWorld({ admin, service, url }: TestService, endpoint: string) {
  const { client_id } = await bodyOf(admin.get('/api/auth/me'))
  const person = unique('customer')
  const email = `wilhelmina.${randomUUID().slice(0, 8)}@bank.example`
  const words = {
    ...{ name: unique('Wilhelmina'), description: unique('cloned at a kiosk'), account: unique('account') },
    ...{ note: unique('a nephew'), title: unique('Dear customer'), text: unique('money is on its way') },
  }
  const laterWords = { details: unique('called'), note: unique('the nephew confessed'), reason: unique('paid in cash') }
  const [device, laterDevice] = [deviceAt('203.0.113.171'), deviceAt('203.0.113.172')]
  const message = {
    ...{ sender: '+34611998877', message_content: unique('Your account is locked: https://bbva-walk.top/x') },
    ...{ message_id: unique('message'), device_id: unique('phone'), user_id: person, platform: 'android' },
    ...{ received_date: '2026-01-01T14:00:00+02:00', extracted_urls: [] },
  }
  const phone = deviceOf(person)
  const mail = {
    ...{ id: unique('finding'), sender: unique('support@bank-login.example'), subject: unique('Last reminder') },
    ...{ email: `${randomUUID()}@leaked.example`, user_id: person },
  }

  const { webhook_id } = await bodyOf(admin.post('/webhooks', { url: endpoint, events: ['*'] }))
  const server = await newServer(admin)
  const { agent } = await newAgent(admin, server)
  const display_name = unique('Mina')
  const registered = { email, role: 'integrator', display_name, password: ADMIN.password }
  const user = await bodyOf(admin.post('/admin/users', registered))
  const formerUser = await logIn(url, email, ADMIN.password)

  const transaction = { ...transactionOf(100), user_id: person, account_id: words.account, device }
  const { transaction_id } = transaction
  await bodyOf(admin.post('/transactions', transaction))
  async function refundTo(account: string, amount: number) {
    const asked = refundOf(transaction, amount, account)
    const headers = { 'Idempotency-Key': randomUUID() }
    const refund = { ...asked.refund, description: words.description }
    const body = { ...asked, refund, beneficiary: { ...asked.beneficiary, name: words.name } }
    const answer = await bodyOf(admin.requestRefund(body, headers['Idempotency-Key']))
    return { request: { body, headers }, id: answer.refund_id as string, masked: answer.beneficiary.account_masked }
  }
  const paid = await refundTo(ACCOUNT, 10)
  const failed = await refundTo(ACCOUNTS.closed, 11)
  await reaches(admin, paid.id, 'completed')
  await reaches(admin, failed.id, 'failed')

  const whose = { client_id, user_id: person, transaction_id }
  const at = Date.parse(transaction.timestamp)
  const alert_id = await recordScore(service, { ...whose, score: 0.7, at })
  const alertIs = (...statuses: string[]) =>
    until(
      () => admin.get(`/fraud/alerts/${alert_id}`),
      ({ body }) => statuses.includes(body.status),
    )
  await alertIs('open')
  const outcomes = [{ transaction_id, outcome: 'chargeback' }]
  await bodyOf(admin.post('/fraud/outcomes', outcomes))
  await alertIs('resolved')
  await bodyOf(admin.post(`/fraud/alerts/${alert_id}/reopen`, { note: words.note }))

  const { analysis_id } = await bodyOf(admin.post('/sms/analyze', message))
  await bodyOf(admin.post('/detections/email', mail))
  const found = await bodyOf(admin.get(`/detections?user_id=${encodeURIComponent(person)}`))
  const { detection_id } = found.data[0]
  const { registration_id } = await bodyOf(admin.post('/notifications/devices', phone))
  const told = messageTo(person, { title: words.title, body: words.text })
  const { notification_id } = await bodyOf(admin.post('/notifications/send', told))
  const tunnel = connectOf(person, server, unique('tunnel'))
  const { session_id } = await bodyOf(admin.post('/vpn/connect', tunnel))

  const period = upToNow()
  const lines = await sandboxLines(admin, period)
  const contradicting = (amount: number) =>
    statementOf(
      lines.map(line => ({ ...line, amount })),
      period,
    )
  const { discrepancies } = await bodyOf(sendStatement(admin, contradicting(99)))
  const { flag_id } = discrepancies[0].flag
  await deliveriesOf(admin, webhook_id, 8)

  for (const id of [person, user.user_id]) {
    await bodyOf(erase(admin, id, 'aml_retention'))
    await subjectReaches(admin, id, 'retained')
  }

  await bodyOf(admin.post(`/refund/${paid.id}/void`, { reason: 'customer_request', details: laterWords.details }))
  await bodyOf(admin.post(`/fraud/alerts/${alert_id}/resolve`, { outcome: 'legitimate', note: laterWords.note }))
  await bodyOf(admin.post(`/reconciliation/flags/${flag_id}/resolve`, { reason: laterWords.reason }))
  const later = { ...transactionOf(200), user_id: person, device: laterDevice }
  await bodyOf(admin.post('/transactions', later))
  const restricted = await deliveriesOf(admin, webhook_id, 10)

  // Of a person who is not restricted, so that every operation has something to show.
  const free = await refunded(admin, unique('another customer'))
  await reaches(admin, free.refund_id, 'completed')
  const { registration_id: registration } = await bodyOf(admin.post('/notifications/devices', deviceOf('another')))
  const { service_account_id } = await bodyOf(
    admin.post(`/admin/clients/${client_id}/service-accounts`, { name: 'worker', scopes: ['refund:read'] }),
  )
  const entry = { list: 'block', kind: 'merchant', value: 'm_walked', reason: 'a walk' }
  const { entry_id } = await bodyOf(admin.post('/fraud/lists', entry))
  const { data: models } = await bodyOf(admin.get('/fraud/models'))
  const recovery = { since: '2020-01-01T00:00:00.000Z' }
  const { recovery_id } = await bodyOf(admin.post(`/webhooks/${webhook_id}/recover`, recovery))
  const { body: events } = await until(
    () => admin.get(`/events?object=${free.refund_id}`),
    ({ body }) => body.data.length === 3,
  )
  const { text: exported } = await admin.get('/audit/export')

  const idsIn = (list: { data: Record<string, string>[] }, name: string) => list.data.map(line => line[name]!)
  const world: World = {
    parameters: {
      ...{ refund_id: [paid.id, failed.id, free.refund_id], transaction_id: [transaction_id, later.transaction_id] },
      ...{
        user_id: [person, user.user_id],
        'listUserNames.ids': [user.user_id],
        client_id: [client_id],
        flag_id: [flag_id],
        alert_id: [alert_id],
      },
      ...{
        analysis_id: [analysis_id],
        detection_id: [detection_id],
        message_id: [message.message_id],
        device_id: [message.device_id],
      },
      ...{
        session_id: [session_id],
        registration_id: [registration_id, registration],
        notification_id: [notification_id],
      },
      ...{ webhook_id: [webhook_id], recovery_id: [recovery_id], service_account_id: [service_account_id] },
      ...{ delivery_id: idsIn(restricted.body, 'delivery_id'), entry_id: [entry_id], id: [String(server)] },
      event_id: [...idsIn(restricted.body, 'event_id'), ...idsIn(events, 'id')],
      version: models.map(({ version }: { version: string }) => version),
      ...{ from: [period.from], to: [new Date().toISOString()], object: [paid.id, alert_id], subject: [person] },
      ...statisticsRange('getRefundStatistics', 'getFraudAlertStatistics', 'getWebhookStatistics'),
      'family+id': [
        ...[paid.id, failed.id].map(id => `refunds+${id}`),
        ...[transaction_id, later.transaction_id].map(id => `transactions+${id}`),
        ...[`fraud-alerts+${alert_id}`, `fraud-profiles+${person}`, `sms-analyses+${analysis_id}`],
        `detections+${detection_id}`,
        ...[`reconciliations+${flag_id}`, `push-devices+${phone.device_id}`, `notifications+${notification_id}`],
        ...[`vpn-devices+${tunnel.device_info.device_id}`, `users+${user.user_id}`, `login-devices+${user.user_id}`],
        ...idsIn(restricted.body, 'delivery_id').map(id => `deliveries+${id}`),
      ],
    },
    fields: { client_id, user_id: person, transaction_id, server_id: server },
    bodies: {
      login: [{ body: registered }, { body: ADMIN }],
      changeClient: [{ body: { tier: 'C' } }],
      registerUser: [{ body: registered }],
      requestRefund: [
        ...[paid.request, failed.request, { body: paid.request.body }],
        { body: failed.request.body, headers: paid.request.headers },
      ],
      scoreBatch: [{ body: {} }, { body: { filters: { user_id: person } } }],
      reportFraudOutcomes: [{ body: outcomes }],
      analyzeSms: [
        { body: message },
        { body: { ...message, message_content: 'See you', user_id: undefined } },
        { body: { ...message, message_id: unique('another'), user_id: 'another' } },
      ],
      recordPhishingEmails: [{ body: mail }, { body: { ...mail, sender: 'another' } }],
      recordDarkwebLeaks: [person, 'another'].map(user_id => ({
        body: { id: unique('leak'), email, source: 'paste site', exposed: [], user_id },
      })),
      recordMaliciousUrls: [person, 'another'].map(user_id => ({
        body: { id: unique('url'), url: 'https://bank-login.example', source: 'browser', user_id },
      })),
      recordSpamCalls: [person, 'another'].map(user_id => ({
        body: { id: unique('call'), caller: '+34600000000', user_id },
      })),
      connectVpn: [{ body: connectOf(person, server) }, { body: connectOf('another', server) }],
      watchVpnSessions: [{ body: { sessions: [session_id] } }],
      registerPushDevice: [{ body: phone }, { body: deviceOf('another') }],
      markAllNotificationsRead: [{ body: { user_id: person } }, { body: { user_id: 'another' } }],
      sendNotification: [{ body: told }, { body: messageTo('another') }],
      createWebhook: [{ body: { url: endpoint, events: ['webhook.*'] } }],
      updateWebhook: [{ body: { description: 'walked' } }],
      recoverDeliveries: [{}, { status: 'missing' }, { mode: 'replay' }].map(more => ({
        body: { ...recovery, ...more },
      })),
      eraseSubject: [{ body: { legal_basis: 'aml_retention' } }],
      reconcileStatement: [{ body: contradicting(98) }],
      verifyExport: [{ body: exported }],
    },
    before: {},
  }
  // A session ends when its client is silent for seconds.
  for (const operation of ['getVpnSession', 'admitVpnTunnel', 'disconnectVpn', 'heartbeatVpn', 'revokeVpnSession'])
    world.before[operation] = async () => {
      const { session_id: open, vpn_credentials: login } = await bodyOf(
        admin.post('/vpn/connect', connectOf(unique('another'), server)),
      )
      const password_digest = digestOf(login.password)
      world.parameters[`${operation}.session_id`] = [session_id, open]
      const more = operation === 'admitVpnTunnel' ? { password_digest } : {}
      world.bodies[operation] = [session_id, open].map(id => ({ body: { session_id: id, ...more } }))
    }
  const values = [
    ...[
      person,
      email,
      display_name,
      paid.masked,
      phone.push_token,
      phone.device_id,
      tunnel.device_info.device_id,
      user.user_id,
    ],
    ...[device, laterDevice, words, laterWords].flatMap(texts => Object.values(texts)),
    ...[message.sender, message.message_content, message.message_id, message.device_id],
    ...[transaction_id, later.transaction_id, mail.id, mail.sender, mail.subject, mail.email],
  ]
  return { world, values, client_id, agent, formerUser }
}

function statisticsRange(...operations: string[]): Record<string, readonly string[]> {
  const now = Date.now()
  const [since = '', until = ''] = [now - 3_600_000, now + 3_600_000].map(ms => new Date(ms).toISOString())
  const names = { since: [since], until: [until], step: ['hour'] }
  const entries = operations.flatMap(operation =>
    Object.entries(names).map(([name, values]) => [`${operation}.${name}`, values] as const),
  )
  return Object.fromEntries(entries)
}
