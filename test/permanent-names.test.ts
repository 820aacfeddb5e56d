import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { Environment } from '#config/environment.ts'
import { signatureHeaders, signingKey } from '#delivery/dispatch/sign.ts'
import { PLATFORM_CLIENT_ID } from '#domain/auth/platform.ts'
import { CALLER_ROLES, SCOPES } from '#domain/auth/roles.ts'
import { EVENT_TYPES } from '#domain/webhooks/event-types.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { apnsContent, fcmContent } from '#edge/push/payload.ts'
import { createVault } from '#edge/vault/vault.ts'
import type { Category } from '#event-sourcing/category.ts'
import type { DomainEvent, EventMetadata } from '#event-sourcing/decider.ts'
import { addEnvelopes } from '#event-sourcing/envelope.ts'
import { linkHash } from '#event-sourcing/hash-chain.ts'
import { OLD_METRIC_NAMES } from '#http/old-metric-names.ts'
import { migrationsOf } from '#migrations.ts'
import type { Module, ModuleRuntime } from '#module.ts'
import { COLUMNS } from '#modules/refunds/reconciliation/statement.ts'
import { modules, readModelsOf } from '#modules.ts'
import { commands } from '#programs/onboard/commands.ts'
import { asOfTarget, comparisonTarget, liveTarget } from '#projector/build-target.ts'
import { waitUntilBuilt } from '#projector/wait-until-built.ts'
import { historyNameOf } from '#reactions/history-state.ts'
import type { JobParts } from '#reactions/reaction.ts'
import { moduleSchemas } from '#service-config.ts'
import { cursorOf } from '#values/cursor.ts'
import { catalogue } from '#values/errors.ts'
import { derivedUuid } from '#values/ids.ts'
import { client } from './harness/client.ts'
import { filesWith, PART, readLiterals } from './harness/literals.ts'
import { digestOf, fieldsOf, pathsIn, pathsOf, shapeDigest } from './harness/schema-paths.ts'
import { ADMIN, startTestService } from './harness/service.ts'
import { storedEvents } from './harness/stored-events.ts'
import { suite } from './harness/suite.ts'

/**
 * Every string that leaves the process, is stored or is hashed. None of them may change with a rename: what is stored
 * would not be found again, what is hashed would not verify, and callers would break. The fixture lists them by kind.
 */
const test = suite('permanent names')
const root = resolve(import.meta.dirname, '..')
const FIXTURE = new URL('fixtures/permanent-names.json', import.meta.url)
const UPDATE = 'UPDATE_PERMANENT_NAMES'

const limits = new Set<string>()
const work: JobParts[] = []

/** The module, with note taken of the queues and limits that it declares while it runs. */
function observed(module: Module): Module {
  return {
    ...module,
    async start(given) {
      const started = await module.start(given)
      const routes: ModuleRuntime['routes'] = api => {
        api.addHook('onRoute', ({ config }) => {
          const { limit } = config ?? {}
          if (limit !== undefined) limits.add(typeof limit === 'string' ? limit : limit.name)
        })
        started.routes?.(api)
      }
      const parts = started.jobs && (() => work[work.push(started.jobs!()) - 1]!)
      return { ...started, ...(started.routes && { routes }), ...(parts && { jobs: parts }) }
    },
  }
}

// A broker that is away is enough for the parts that speak to one to be there.
const overNats = { PAYMENT_NETWORK: 'nats', NATS_URL: 'nats://127.0.0.1:1', BUS: 'in,out' }
const service = await startTestService(overNats, { modules: modules.map(observed) })
test.after(service.end)
const { db, metrics, config } = service.service
/** A busy machine takes its time to build empty tables; without them every name of theirs would be missing. */
const BUILT_MS_MAX = 120_000
assert.equal(await waitUntilBuilt(db, readModelsOf(modules), BUILT_MS_MAX), [])
const literals = readLiterals()

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const readModels = readModelsOf(modules)
const migrations = migrationsOf(modules)
const reactions = modules.flatMap(module => module.reactions?.(config) ?? []).map(({ name }) => name)
const personal = modules.flatMap(module => module.personalData ?? [])

const prefixes = () => literals.given('category', 0, 'prefix')

/** The categories of all modules: each file that declares one exports it. */
async function categories(): Promise<Category<DomainEvent>[]> {
  const found = await Promise.all(filesWith(/\bcategory\(\{/).map(file => import(file)))
  const isCategory = (value: unknown): value is Category<DomainEvent> =>
    typeof value === 'object' && value !== null && 'prefix' in value && 'schemas' in value && 'assertValid' in value
  const all = found.flatMap(Object.values).filter(isCategory)
  for (const prefix of prefixes())
    assert.ok(
      all.some(of => of.prefix === prefix),
      `${prefix} is not exported`,
    )
  return all
}

async function eventTypes(): Promise<string[]> {
  return (await categories()).flatMap(({ prefix, schemas }) =>
    Object.entries(schemas).map(([type, schema]) => {
      const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
      return `${prefix} ${type} ${shapeDigest(json)}: ${[...new Set(pathsOf(json))].join(' ')}`.trim()
    }),
  )
}

/** What the history shows of the sample events of every type. */
function historyFields(): string[] {
  const shown = modules.flatMap(({ historyViews = [] }) => historyViews)
  return storedEvents.flatMap(event => {
    const recorded = { ...event, id: '', revision: 0, at: '', metadata: {} as EventMetadata }
    const found = shown.find(({ prefix }) => event.stream.startsWith(prefix))
    if (found === undefined || event.obsolete) return []
    return pathsIn(found.fieldsOf(recorded)).map(path => `${found.prefix} ${event.type} ${path}`)
  })
}

/** Tables as they are, without the partitions of days. */
async function tables(): Promise<string[]> {
  const rows = await db.any(sql.type(z.object({ name: z.string(), columns: z.string() }))`
    select t.table_schema || '.' || t.table_name as name,
      string_agg(column_name, ' ' order by ordinal_position) as columns
    from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
    join pg_class p on p.oid = (quote_ident(t.table_schema) || '.' || quote_ident(t.table_name))::regclass
    where t.table_schema in ('ops', 'vault', 'read') and not p.relispartition group by 1`)
  return rows.map(({ name, columns }) => `${name}: ${columns}`)
}

/** What defines tables beside migrations and read models; a long statement by its head and a digest. */
function otherDefinitions(): string[] {
  const known = [...migrations.flatMap(({ statements }) => statements), ...readModels.flatMap(model => model.tables)]
  const names = new Set(known.map(statement => oneLine(statement.sql)))
  const found = literals.matching(/\bcreate (unlogged |temp |virtual )?(table|schema)\b/i).map(oneLine)
  const head = (text: string) => text.slice(0, text.indexOf('(')).trim()
  const short = (text: string) => (text.length < 100 ? text : `${head(text)} ${digestOf(text)}`)
  return found.filter(text => !names.has(text)).map(short)
}

type Described = Record<string, Record<string, object>>
const { body: document } = await client(service.url).get('/openapi.json')
const described = (of: Described, nameOf: (group: string, name: string) => string) =>
  Object.entries(of).flatMap(([group, named]) =>
    Object.entries(named).map(([name, value]) => `${nameOf(group, name)} ${shapeDigest(value)}`),
  )

async function metricNames(): Promise<string[]> {
  // The library keeps what its types do not show.
  const all = (await metrics.getMetricsAsArray()) as unknown as { name: string; type: string; labelNames: string[] }[]
  const described = (name: string, type: string, labels: string[]) => [name, type, ...labels.toSorted()].join(' ')
  return all.flatMap(({ name, type, labelNames }) => {
    const old = OLD_METRIC_NAMES[name]
    const today = described(name, type, labelNames)
    return old === undefined
      ? [today]
      : [
          today,
          described(
            old.name,
            type,
            labelNames.map(label => old.labels?.[label] ?? label),
          ),
        ]
  })
}

async function healthParts(): Promise<string[]> {
  const { body } = await client(service.url).impatient().get('/health/ready')
  return Object.keys(body.parts ?? {})
}

async function tokenClaims(): Promise<string[]> {
  const { body } = await client(service.url).post('/api/auth/login', ADMIN)
  const partOf = (token: string, index: number) =>
    JSON.parse(Buffer.from(token.split('.')[index]!, 'base64url').toString())
  return ['access_token', 'refresh_token'].flatMap(name => {
    const [header, claims] = [partOf(body[name], 0), partOf(body[name], 1)]
    const fixed = ['typ', 'alg', 'iss', 'aud'].map(key => `${key}=${header[key] ?? claims[key]}`)
    return [...fixed, ...Object.keys(header), ...Object.keys(claims)].map(text => `${name} ${text}`)
  })
}

/** One delivery as an endpoint gets it, from two secrets. */
const keys = [signingKey(2, 'whsec_two', null), signingKey(1, 'whsec_one', '2027-01-01T00:00:00Z')]
const delivery = { eventId: 'evt_1', webhookId: 'wh_1', attempt: 1, body: Buffer.from('{}'), at: new Date(0) }
const signed = signatureHeaders(keys, delivery)

/** One notification as both push networks get it. */
function pushPayloads(): string[] {
  const text = { title: 'T', body: 'B', category: 'system', priority: 'critical', sound: null } as const
  const message = { ...text, isCriticalAlertAllowed: true, badge: 1, data: { key: 'D' }, notificationId: 'ntf_1' }
  return [
    ...pathsIn(apnsContent(message)).map(path => `apns ${path}`),
    ...pathsIn(fcmContent(message, 'C')).map(path => `fcm ${path}`),
  ]
}

/** What fixed values come to: namespaces, formats and what is hashed. */
function fixedValues(): string[] {
  const actor = { sub: 'usr_1', client_id: 'clt_1', role: 'admin' }
  const ids = { request_id: 'req_1', command_id: 'cmd_1', correlation_id: 'cor_1', causation_id: null }
  const start = { revision: -1, hash: null, at: null }
  const context = { actor, ...ids, now: new Date(0) }
  const [event] = addEnvelopes('refund-rf_1', start, [{ type: 'RefundRequested', data: { a: 1 } }], context)
  const values = {
    'derived uuid': derivedUuid('a', 1),
    'platform client': PLATFORM_CLIENT_ID,
    'vault digest': createVault({} as Database, Buffer.alloc(32)).digest('purpose', 'text'),
    'event id': event!.id,
    'event metadata': Object.keys(event!.metadata).sort().join(' '),
    'event hash': event!.metadata.hash,
    'link hash': linkHash('a', { ...context, ...event!.metadata, stream: 's', revision: 0, type: 't', data: {} }),
    cursor: cursorOf('a', 1),
    ...signed,
  }
  return Object.entries(values).map(([name, value]) => `${name} ${value}`)
}

/** Files and folders that the embedded parts write, without those of SQLite and PostgreSQL themselves. */
function dataFiles(): string[] {
  const folder = service.environment.DATA_DIR!
  const eventstore = readdirSync(join(folder, 'eventstore')).map(name => `eventstore/${name}`)
  return [...readdirSync(folder), ...eventstore].filter(name => !/-(wal|shm|journal)$/.test(name))
}

const packageNames = (file: string) => {
  const { name, scripts, exports } = JSON.parse(readFileSync(join(root, file), 'utf8'))
  return { name, scripts: Object.keys(scripts), exports: Object.keys(exports ?? {}) }
}
const consumers = () => [
  ...readModels.map(({ name }) => name),
  ...reactions.flatMap(name => [name, historyNameOf(name)]),
  ...literals.given('startLogSubscription', 1, 'name'),
]
/** By whom events are recorded where no caller asked for it. */
const actors = () =>
  [...literals.given('systemContext', 0), ...literals.properties('sub')].filter(sub => /^[a-z]/.test(sub))
const isPrefixed = /^[a-z]{2,5}_\$\{\}$/
const lockOf = /(pg_\w*advisory\w*|hashtext\w*)\([^()]*\)|classid = \d+/g
const channelOf = /pg_notify\([^,)]*|^listen \w+/g
const foundIn = (texts: readonly string[], pattern: RegExp) => texts.flatMap(text => text.match(pattern) ?? [])

/** Why none of these may change. */
const STORED = 'it is stored, and what is stored already would not be found or read again'
const HASHED = 'it is hashed or authenticated, so that what was made with it would not verify, open or be found again'
const SENT = 'callers and other programs know it by this name'
const SHARED = 'processes of the version before run beside new ones during an upgrade, and agree with them by it'

type Kind = { why: string; values: () => readonly string[] | Promise<string[]> }

const kinds: Record<string, Kind> = {
  'event types': { why: STORED, values: eventTypes },
  'streams of events': { why: STORED, values: prefixes },
  tables: { why: STORED, values: tables },
  migrations: {
    why: STORED,
    values: () =>
      migrations.map(({ name, statements }, index) => {
        const order = String(index + 1).padStart(2, '0')
        return `${order} ${name} ${digestOf(statements.map(statement => statement.sql).join(';'))}`
      }),
  },
  'read models': {
    why: STORED,
    values: () =>
      readModels.map(({ name, version, tables, indexes, prefixes, key }) => {
        const text = [...prefixes, ...key, ...[...tables, ...indexes].map(statement => statement.sql)].join(';')
        return `${name} version ${version} ${digestOf(text)}`
      }),
  },
  'other definitions of tables': { why: STORED, values: otherDefinitions },
  'files of the data folder': { why: STORED, values: dataFiles },
  histories: {
    why: SENT,
    values: () =>
      modules.flatMap(({ historyViews = [] }) =>
        historyViews.map(({ prefix, plural, version }) => `${prefix} ${plural} version ${version}`),
      ),
  },
  'fields of histories': { why: SENT, values: historyFields },
  'personal data': {
    why: STORED,
    values: () =>
      personal.flatMap(({ prefix, version, fields, sealed = {} }) => [
        `${prefix} version ${version}`,
        ...[...fields].flatMap(([type, paths]) => paths.map(path => `${prefix} ${type} ${path}`)),
        ...Object.entries(sealed).map(([path, context]) => `${prefix} ${path} sealed as ${context}`),
      ]),
  },
  'environment variables': {
    why: SENT,
    values: () => [
      ...Object.keys(Environment.shape),
      ...moduleSchemas.flatMap(({ shape }) => Object.keys(shape)),
      ...literals.environment,
    ],
  },
  'NATS subjects': {
    why: SENT,
    values: () => [
      ...['request', 'subscribe'].flatMap(method => literals.given(`NatsConnection.${method}`, 0)),
      ...literals.given('JetStreamClient.publish', 0),
    ],
  },
  'bus: kinds of messages': {
    why: SENT,
    values: () => modules.flatMap(({ inbound }) => inbound ?? []).map(({ kind }) => kind),
  },
  'NATS queues, streams and clients': {
    why: SENT,
    values: () => [
      ...literals.given('NatsConnection.subscribe', 1, 'queue').map(name => `queue ${name}`),
      ...literals.given('StreamAPI.add', 0, 'name').map(name => `stream ${name}`),
      ...literals.given('StreamAPI.add', 0, 'subjects').map(name => `subject ${name}`),
      ...literals.given('connectNats', 1).map(name => `client ${name}`),
    ],
  },
  'health parts': { why: SENT, values: healthParts },
  modules: { why: SENT, values: () => modules.map(({ name }) => name) },
  consumers: { why: STORED, values: consumers },
  reactions: { why: STORED, values: () => reactions },
  'job queues': { why: STORED, values: () => work.flatMap(({ queues }) => queues.map(({ name }) => name)) },
  watches: {
    why: SENT,
    values: () =>
      work.flatMap(({ overdueRules }) =>
        overdueRules.map(({ queue, readModels }) => `${queue} by ${readModels.map(({ name }) => name).join(' ')}`),
      ),
  },
  leases: { why: SHARED, values: () => literals.given('LeaderElection.runAsLeader', 0) },
  builds: {
    why: STORED,
    values: () =>
      [liveTarget, comparisonTarget, asOfTarget]
        .map(site => site({ ...readModels[0]!, name: 'NAME' }, 'MOMENT'))
        .map(({ name, schema }) => `${name} in ${schema}`),
  },
  'rate limits of routes': { why: SHARED, values: () => [...limits] },
  'rate limits': {
    why: SHARED,
    values: () =>
      ['Limiter.charge', 'Counters.take', 'LoginThrottle.startAttempt'].flatMap(callee => literals.given(callee, 0)),
  },
  'purposes of challenges': {
    why: STORED,
    values: () =>
      ['issue', 'consume', 'consumeByValue'].flatMap(method => literals.given(`OneTimeTokens.${method}`, 0)),
  },
  channels: { why: SHARED, values: () => foundIn(literals.matching(/pg_notify|listen /i).map(oneLine), channelOf) },
  'advisory locks': {
    why: SHARED,
    values: () => foundIn(literals.matching(/advisory|hashtext/i).map(oneLine), lockOf),
  },
  'seal contexts': { why: HASHED, values: () => literals.given('Vault.seal', 1) },
  'contexts of opening': { why: HASHED, values: () => literals.given('Vault.open', 1) },
  'subjects of keys': {
    why: STORED,
    values: () =>
      ['seal', 'digestFor', 'digestAgain', 'erase', 'eraseBefore'].flatMap(method =>
        literals.given(`Vault.${method}`, 0),
      ),
  },
  'digest purposes': { why: HASHED, values: () => literals.given('Vault.digest', 0) },
  'digest purposes under a key of a subject': {
    why: HASHED,
    values: () => ['digestFor', 'digestAgain'].flatMap(method => literals.given(`Vault.${method}`, 1)),
  },
  'derived keys': { why: HASHED, values: () => literals.given('hkdfSync', 3) },
  'derived ids': { why: HASHED, values: () => literals.lists('derivedId') },
  'derived uuids': { why: HASHED, values: () => literals.lists('derivedUuid') },
  'prefixes of ids and words': {
    why: SENT,
    values: () => [
      ...literals.given('newId', 0).map(prefix => `${prefix}_${PART}`),
      ...literals.matching(/_\$\{/).filter(text => isPrefixed.test(text)),
    ],
  },
  'fixed values': { why: HASHED, values: fixedValues },
  // The others are scope and key by keysetPage, whose test holds their format.
  cursors: { why: SENT, values: () => literals.lists('cursorOf').filter(shape => /[a-z]/.test(shape)) },
  'actors of the service': { why: STORED, values: actors },
  'our own name': { why: SENT, values: () => literals.matching(/^['`]security-service/) },
  'token claims': { why: SENT, values: tokenClaims },
  'API operations': {
    why: SENT,
    values: () => described(document.paths, (path, method) => `${method.toUpperCase()} ${path}`),
  },
  'API components': { why: SENT, values: () => described(document.components, (group, name) => `${group}.${name}`) },
  'API fields': { why: SENT, values: () => fieldsOf(document) },
  'public event types': { why: SENT, values: () => EVENT_TYPES },
  'public events': { why: SENT, values: () => described(document.webhooks, type => type) },
  scopes: { why: SENT, values: () => SCOPES },
  roles: { why: STORED, values: () => CALLER_ROLES },
  'error codes': {
    why: SENT,
    values: () => Object.entries(catalogue).map(([code, { status }]) => `${code} ${status}`),
  },
  'webhook headers': { why: SENT, values: () => Object.keys(signed) },
  'push payloads': { why: SENT, values: pushPayloads },
  'columns of bank statements': { why: SENT, values: () => COLUMNS },
  'response headers': { why: SENT, values: () => literals.given('FastifyReply.header', 0) },
  metrics: { why: SENT, values: metricNames },
  'npm scripts': { why: SENT, values: () => packageNames('package.json').scripts },
  'command lines': {
    why: SENT,
    values: () => [
      ...['runCommand', 'subCommand']
        .flatMap(callee => literals.names(callee, 'start', 'options'))
        // The helper's own call, whose command is a parameter.
        .filter(name => name !== PART),
      ...Object.entries(commands).flatMap(([name, { options }]) =>
        [name, ...Object.keys(options).map(option => `${name} --${option}`)].map(line => `npm run onboard -- ${line}`),
      ),
    ],
  },
  'client package': {
    why: SENT,
    values: () => [
      ...literals.exportsOf('src/client/index.ts'),
      ...[packageNames('src/client/package.json')].flatMap(({ name, exports }) => exports.map(key => `${name} ${key}`)),
    ],
  },
}

const isUpdate = process.env[UPDATE] === '1' || !existsSync(FIXTURE)
const HOW = `run this test with ${UPDATE}=1 and look at the difference`
const kept: Record<string, string[]> = isUpdate ? {} : JSON.parse(readFileSync(FIXTURE, 'utf8'))

async function namesOf({ values }: Kind): Promise<string[]> {
  // A text that is known only at run time says nothing.
  return [...new Set(await values())].filter(value => value !== PART && value !== '').sort()
}

for (const [kind, of] of Object.entries(kinds))
  test(`${kind} are those that are kept`, async () => {
    const now = await namesOf(of)
    assert.ok(now.length > 0, `no ${kind} are found any more: this test looks for them by a name that has changed`)
    if (isUpdate) kept[kind] = now
    const before = kept[kind] ?? []
    const gone = before.filter(name => !now.includes(name))
    const added = now.filter(name => !before.includes(name))
    const lines = [...gone.map(name => `- ${name}`), ...added.map(name => `+ ${name}`)].join('\n')
    assert.is(gone.length, 0, `${kind} are gone or changed:\n${lines}\nNone may be: ${of.why}. If it is meant, ${HOW}`)
    assert.is(added.length, 0, `${kind} are new:\n${lines}\nThey are permanent once they are released. ${HOW}`)
  })

test('every kind that is kept is looked for, and none holds a path of ours', () => {
  assert.equal(Object.keys(kept), Object.keys(kinds))
  assert.equal(
    Object.values(kept)
      .flat()
      .filter(name => name.endsWith('.ts')),
    [],
  )
  if (isUpdate) writeFileSync(FIXTURE, `${JSON.stringify(kept, null, 2)}\n`)
})

test.run()
