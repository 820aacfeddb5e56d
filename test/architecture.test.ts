import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { readConfig } from '#config.ts'
import type { Module } from '#module.ts'
import { modules } from '#modules.ts'
import { suite } from './harness/suite.ts'

/** Who may import whom, by path from the root of the repository. What stands apart from the rule is listed with its reason. */
const test = suite('architecture')
const root = resolve(import.meta.dirname, '..')

/** Words that every part speaks, by name: a new file directly in src is put into one of these lists, or belongs elsewhere. */
const PURE = [
  'category',
  'decider',
  'errors',
  'hash-chain',
  'ids',
  'instant',
  'money',
  'cursor',
  'page',
  'facts',
  'person',
  'projection',
  'risk-levels',
  'text',
  'told',
].map(core)
const CORE = [
  ...PURE,
  ...[
    'certificates',
    'command-line',
    'config',
    'config-values',
    'context',
    'execute',
    'gather',
    'nearest-name',
    'plain-error',
    'progress',
    'push-access',
    'secret-file',
    'service',
    'snapshots',
    'stamp',
    'turns',
    'until-it-works',
    'validation-words',
    'within',
    'personal',
  ].map(core),
]
/** They put the parts together, or are commands of their own; nobody imports them, save the type of a module. */
const COMPOSING = [
  'health',
  'main',
  'migrate',
  'migrations',
  'modules',
  'offline-stores',
  'reach-stores',
  'rebuild',
  'set-aside',
  'undo',
].map(core)
const MODULE_TYPE = core('module')
/** What all modules share with callers and subscribers: roles and scopes, who runs the service, event types with their samples and envelope. */
const CONTRACTS = [
  'src/domain/auth/roles.ts',
  'src/domain/auth/platform.ts',
  ...['envelope', 'event-types', 'sample-events'].map(name => `src/domain/webhooks/${name}.ts`),
]
const ENGINES = ['http', 'subscription', 'projector', 'reactions', 'delivery']

type Rule = (imported: { target: string; typeOnly: boolean; own: string }) => boolean
const isCore = (target: string) => CORE.includes(target) || target.startsWith('src/large-files/')
const under = (target: string, ...folders: string[]) => folders.some(folder => target.startsWith(`${folder}/`))

/** By folder; `own` is the module's word where the folder has one folder per module. */
const rules: Record<string, Rule> = {
  'src/domain': ({ target, own }) => PURE.includes(target) || under(target, `src/domain/${own}`),
  projections: ({ target, typeOnly, own }) =>
    isCore(target) ||
    under(target, `projections/${own}`, 'src/edge/postgres') ||
    (under(target, `src/domain/${own}`) && (typeOnly || target.endsWith('/events.ts'))),
  queries: ({ target, typeOnly, own }) =>
    isCore(target) ||
    CONTRACTS.includes(target) ||
    under(target, `queries/${own}`, `projections/${own}`, `src/domain/${own}`, 'src/edge/postgres', 'src/edge/vault') ||
    // How far what is asked for goes.
    target === 'src/subscription/checkpoint.ts' ||
    (typeOnly && target === 'src/edge/eventstore/event-store.ts'),
  commands: ({ target, own }) =>
    isCore(target) ||
    CONTRACTS.includes(target) ||
    under(target, `commands/${own}`, `src/domain/${own}`, `src/modules/${own}`, 'src/edge'),
  'src/modules': ({ target, own }) =>
    isCore(target) ||
    target === MODULE_TYPE ||
    CONTRACTS.includes(target) ||
    under(target, 'src/edge', 'src/trees', 'src/linear', ...ENGINES.map(engine => `src/${engine}`)) ||
    under(target, ...['src/modules', 'src/domain', 'commands', 'queries', 'projections'].map(of => `${of}/${own}`)),
  'src/subscription': ({ target }) => isCore(target) || under(target, 'src/subscription', 'src/edge'),
  'src/projector': ({ target }) => isCore(target) || under(target, 'src/projector', 'src/subscription', 'src/edge'),
  'src/rebuild': ({ target }) =>
    isCore(target) || under(target, 'src/rebuild', 'src/projector', 'src/subscription', 'src/edge'),
  'src/reactions': ({ target }) => isCore(target) || under(target, 'src/reactions', 'src/subscription', 'src/edge'),
  'src/delivery': ({ target }) =>
    isCore(target) || CONTRACTS.includes(target) || under(target, 'src/delivery', 'src/subscription', 'src/edge'),
  'src/http': ({ target }) => isCore(target) || CONTRACTS.includes(target) || under(target, 'src/http', 'src/edge'),
  'src/large-files': ({ target }) => isCore(target),
  'src/edge': ({ target }) => isCore(target) || under(target, 'src/edge'),
  'src/embedded': ({ target }) => isCore(target) || under(target, 'src/embedded'),
  'src/onboard': ({ target }) => isCore(target) || CONTRACTS.includes(target) || under(target, 'src/onboard'),
  // Commands of their own, over what the module has and any module declares.
  'src/audit': ({ target }) =>
    isCore(target) ||
    ['src/modules.ts', 'src/offline-stores.ts'].includes(target) ||
    under(target, 'src/audit', 'src/modules/audit', 'queries/audit', 'src/edge', 'src/embedded'),
  'src/reconcile': ({ target }) =>
    isCore(target) ||
    target === 'src/offline-stores.ts' ||
    under(target, 'src/reconcile', ...['src/modules', 'src/domain', 'commands'].map(of => `${of}/refunds`), 'src/edge'),
  'src/backtest': ({ target }) =>
    isCore(target) ||
    ['src/offline-stores.ts', 'src/modules/fraud/model.ts', 'commands/fraud/set-policy.ts'].includes(target) ||
    // What was a fraud, refunds say too.
    target === 'src/domain/refunds/events.ts' ||
    target === 'src/training/markdown-table.ts' ||
    under(target, 'src/backtest', 'src/domain/fraud', 'src/edge'),
  'src/vpn': ({ target }) =>
    isCore(target) ||
    target === 'src/offline-stores.ts' ||
    under(target, 'src/vpn', 'src/modules/vpn', 'src/domain/vpn', 'src/edge', 'src/embedded'),
  'src/vpn-agent': ({ target }) =>
    isCore(target) ||
    // How sessions are named to OpenVPN, and what is told of their passwords.
    ['src/modules/vpn/credentials.ts', 'src/edge/log.ts', 'src/listen/ending.ts'].includes(target) ||
    under(target, 'src/vpn-agent', 'src/client'),
  // The kernel's part, which is all that has a right over the machine's network.
  'src/vpn-firewall': ({ target }) =>
    isCore(target) ||
    ['src/vpn/nft-ruleset.ts', 'src/edge/log.ts', 'src/listen/ending.ts'].includes(target) ||
    under(target, 'src/vpn-firewall'),
  'src/vpn-lab': ({ target }) =>
    isCore(target) || target === 'src/listen/ending.ts' || under(target, 'src/vpn-lab', 'src/client'),
  // A command of its own, over what transactions and fraud scores are commanded by.
  'src/import': ({ target }) =>
    isCore(target) ||
    target === 'src/offline-stores.ts' ||
    target === 'src/domain/auth/clients/decider.ts' ||
    under(
      target,
      'src/import',
      'src/domain/transactions',
      'commands/transactions',
      'commands/fraud',
      'src/edge',
      'src/embedded',
    ),
  // What trains and what serves share the features, the trees and the linear layers.
  'src/onnx': ({ target }) => under(target, 'src/onnx'),
  'src/trees': ({ target }) => under(target, 'src/trees', 'src/onnx'),
  'src/linear': ({ target }) => under(target, 'src/linear', 'src/onnx'),
  'src/training': ({ target }) =>
    isCore(target) ||
    // Labelled messages are analysed by the model that serves.
    target === 'src/modules/sms/model.ts' ||
    under(target, ...['training', 'trees', 'linear', 'domain/fraud', 'domain/sms'].map(part => `src/${part}`)),
  'src/client': ({ target }) => under(target, 'src/client'),
  'src/listen': ({ target }) => isCore(target) || under(target, 'src/listen', 'src/client', 'src/embedded'),
  'src/demo': ({ target }) => isCore(target) || under(target, 'src/demo', 'src/listen', 'src/client', 'src/embedded'),
}

type Exception = { from: string; to: string; why: string }
/** Both are the beginnings of paths. One that nothing needs any more fails. */
const exceptions: Exception[] = [
  ...['commands/refunds/', 'src/modules/refunds/', 'queries/refunds/', 'projections/refunds/'].map(from => ({
    from,
    to: 'src/domain/transactions/',
    why: 'a refund reserves its amount on its transaction',
  })),
  ...['queries/transactions/', 'src/modules/transactions/'].map(from => ({
    from,
    to: 'src/domain/refunds/',
    why: 'a transaction is shown with its refunds',
  })),
  ...[
    'projections/fraud/alert-refunds.ts',
    'queries/fraud/refunds-of-alert.ts',
    'src/modules/fraud/alert-schemas.ts',
  ].map(from => ({ from, to: 'src/domain/refunds/', why: 'an alert is shown with the refunds that name it' })),
  ...['commands/fraud/', 'src/modules/fraud/'].flatMap(from =>
    ['src/domain/transactions/', 'commands/transactions/'].map(to => ({
      ...{ from, to },
      why: 'what is scored is a transaction, and is recorded with its score',
    })),
  ),
  ...['projections/fraud/transactions.ts', 'queries/fraud/list-transactions.ts', 'queries/fraud/unknown-names.ts'].map(
    from => ({ from, to: 'src/domain/transactions/events.ts', why: 'what was recorded is listed, scored or not' }),
  ),
  {
    from: 'projections/fraud/transactions.ts',
    to: 'src/domain/fraud/base-currency.ts',
    why: 'amounts are added up before any profile says what they come to',
  },
  {
    from: 'projections/fraud/figures.ts',
    to: 'src/domain/fraud/others.ts',
    why: 'what rules ask of other users is counted as they ask it',
  },
  {
    from: 'projections/fraud/score-days.ts',
    to: 'src/domain/fraud/reference.ts',
    why: 'what is scored is counted in the bins in which training was',
  },
  { from: 'commands/refunds/', to: 'queries/fraud/may-name-alert.ts', why: 'a refund may name an alert' },
  ...['commands/sms/', 'src/modules/sms/'].map(from => ({
    from,
    to: 'src/domain/auth/clients/',
    why: 'how many messages a client may have analysed, and where its people are, its record says',
  })),
  ...['src/domain/auth/users/', 'queries/subjects/streams-of.ts'].map(to => ({
    from: 'commands/notifications/send-notification.ts',
    to,
    why: 'whom nobody knows is another mistake than who has no device',
  })),
  ...[
    ...['src/domain/refunds/', 'src/domain/fraud/alerts/', 'src/domain/sms/analyses/events.ts'],
    ...['src/domain/vpn/devices/events.ts', 'src/domain/webhooks/events.ts'],
    ...['src/domain/auth/users/events.ts', 'src/domain/auth/login-devices/events.ts'],
  ].map(to => ({ from: 'src/modules/notifications/telling/', to, why: 'what happens to users they are told' })),
  {
    from: 'commands/sms/',
    to: 'src/modules/notifications/user-of-device.ts',
    why: 'a message is of whoever registered its device',
  },
  {
    from: 'src/modules/audit/',
    to: 'src/modules/refunds/schemas.ts',
    why: 'the audit of a refund has a path of its own',
  },
  {
    from: 'src/modules/audit/',
    to: 'src/modules/refunds/reconciliation/schemas.ts',
    why: 'the audit of a refund shows what statements said otherwise',
  },
  { from: 'commands/webhooks/', to: 'src/delivery/endpoint-places.ts', why: 'how many endpoints a client may have' },
  {
    from: 'commands/webhooks/',
    to: 'src/delivery/endpoint-row.ts',
    why: 'the next delivery goes by what was just commanded',
  },
  {
    from: 'commands/webhooks/',
    to: 'src/delivery/queue.ts',
    why: 'its owner queues: a retry, a recovery, a test event',
  },
  ...[
    ...['commands/refunds/', 'src/modules/refunds/', 'src/modules/transactions/', 'queries/transactions/'],
    ...['src/modules/webhooks/', 'commands/auth/', 'commands/transactions/'],
    ...['src/modules/fraud/', 'commands/fraud/', 'src/modules/sms/', 'commands/sms/', 'commands/vpn/'],
    ...['commands/notifications/', 'src/modules/notifications/'],
  ].map(from => ({
    from,
    to: 'queries/subjects/standing-of.ts',
    why: 'whoever is restricted or erased is so wherever something is told of them, and gets nothing new',
  })),
  ...['commands/fraud/', 'src/modules/fraud/'].flatMap(from =>
    ['src/domain/transactions/', 'commands/transactions/record-transactions.ts'].map(to => ({
      ...{ from, to },
      why: 'what is scored is recorded, and what is recorded counts in later scores',
    })),
  ),
  ...[
    { from: 'projections/fraud/figures.ts', to: 'src/domain/refunds/events.ts' },
    { from: 'src/modules/fraud/rescore-alerts-on-new-facts.ts', to: 'src/domain/refunds/' },
  ].map(both => ({ ...both, why: 'a refund of a confirmed fraud says that its transaction was one' })),
  ...['refunds', 'auth', 'audit', 'events', 'fraud', 'sms', 'vpn', 'notifications'].map(module => ({
    from: `projections/${module}/`,
    to: 'src/domain/subjects/events.ts',
    why: 'a read model hides who is restricted, and leaves out who was erased',
  })),
  ...['refunds', 'auth', 'audit', 'events', 'fraud', 'sms', 'vpn', 'notifications'].map(module => ({
    from: `projections/${module}/`,
    to: 'projections/subjects/covering.ts',
    why: 'they do so alike',
  })),
  ...['commands/subjects/', 'src/modules/subjects/'].flatMap(from => [
    {
      from,
      to: from.startsWith('commands') ? 'src/domain/auth/' : 'src/modules/auth/user-id.ts',
      why: 'a user is a person too',
    },
  ]),
  ...['src/modules/audit/', 'src/audit/'].map(from => ({
    from,
    to: 'src/modules/subjects/left-out.ts',
    why: 'the audit tells everything but what was about people who were erased',
  })),
  ...[
    { from: 'src/modules/vpn/revoke-on-logins-ended.ts', to: 'src/domain/auth/users/' },
    { from: 'src/modules/vpn/revoke-on-logins-ended.ts', to: 'src/domain/auth/clients/' },
    { from: 'commands/vpn/may-be-online.ts', to: 'src/domain/auth/clients/' },
    { from: 'commands/vpn/may-be-online.ts', to: 'src/domain/auth/sessions/' },
    { from: 'commands/vpn/may-be-online.ts', to: 'src/domain/auth/users/' },
  ].map(both => ({ ...both, why: 'whoever is locked out has no tunnel' })),
  ...[
    { from: 'src/modules/vpn/admin-routes.ts', to: 'commands/auth/create-service-account.ts' },
    { from: 'commands/vpn/agent-server.ts', to: 'src/domain/auth/service-accounts/' },
  ].map(both => ({ ...both, why: 'the agent of a server is a machine of the platform' })),
  {
    from: 'queries/webhooks/get-delivery.ts',
    to: 'src/delivery/dispatch/sealed-answer.ts',
    why: 'what an endpoint answered is shown as it came, and kept sealed',
  },
  {
    from: 'src/delivery/endpoint-row.ts',
    to: 'src/domain/webhooks/',
    why: 'what deliveries go by is the newest state of an endpoint',
  },
  {
    from: 'src/delivery/enqueue/routing.ts',
    to: 'src/domain/webhooks/events.ts',
    why: 'an event goes to the endpoints that the log knew before it',
  },
  ...['endpoints', 'sign'].map(name => ({
    from: `src/delivery/dispatch/${name}.ts`,
    to: 'src/domain/webhooks/secret.ts',
    why: 'how a secret is kept and what key it is: the contract with whoever verifies',
  })),
  {
    from: 'src/delivery/dispatch/standings.ts',
    to: 'src/domain/auth/clients/',
    why: 'nothing is sent for a client that is locked out',
  },
  { from: 'commands/webhooks/', to: 'src/delivery/endpoint-commands.ts', why: 'they record what delivery finds out' },
  {
    from: 'src/delivery/endpoint-commands.ts',
    to: 'src/domain/webhooks/events.ts',
    why: 'the module of endpoints records what delivery finds out about them',
  },
  { from: 'src/client/generate.ts', to: 'src/errors.ts', why: 'it makes the catalogue a type of the client' },
]

function core(name: string): string {
  return `src/${name}.ts`
}

const files = globSync(['src/**/*.ts', 'commands/**/*.ts', 'queries/**/*.ts', 'projections/**/*.ts'], { cwd: root })

type Import = { file: string; specifier: string; target: string | null; typeOnly: boolean }

function importsOf(file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8')
  return [
    ...source.matchAll(/^(?:import|export)\s+(type\s)?[^'"]*?from\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]/gms),
  ].map(match => {
    const specifier = match[2] ?? match[3] ?? ''
    return { file, specifier, target: targetOf(file, specifier), typeOnly: match[1] !== undefined }
  })
}

function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier))
  const alias = /^#(commands|queries|projections)\/(.*)$/.exec(specifier)
  if (alias) return `${alias[1]}/${alias[2]}`
  return specifier.startsWith('#') ? `src/${specifier.slice(1)}` : null
}

const imports = files.flatMap(importsOf)

test('there is something to look at', () => assert.ok(imports.length > 100))

/** What each import breaks: null, or what is wrong with it. */
function problemOf({ file, target, typeOnly }: Import): string | null {
  if (target === null) return null
  const problem = `${file} -> ${target}`
  if (CORE.includes(file)) return isCore(target) || under(target, 'src/edge', 'src/subscription') ? null : problem
  // The types of what engines need from a module, gathered.
  if (file === MODULE_TYPE) return typeOnly ? null : problem
  // Only these see all.
  if (COMPOSING.includes(file)) return null
  const folder = Object.keys(rules).find(folder => under(file, folder))
  if (folder === undefined) return `${file} is in no part that this test knows`
  const own = file.slice(folder.length + 1).split('/')[0] ?? ''
  return rules[folder]!({ target, typeOnly, own }) ? null : problem
}

function isExcepted({ file, target }: Import, { from, to }: Exception): boolean {
  return file.startsWith(from) && (target ?? '').startsWith(to)
}

test('every file imports only what it may', () => {
  const bad = imports.filter(one => !exceptions.some(exception => isExcepted(one, exception)))
  assert.equal(
    bad.map(problemOf).filter(problem => problem !== null),
    [],
  )
})

test('every exception is needed', () => {
  const broken = imports.filter(one => problemOf(one) !== null)
  const idle = exceptions.filter(exception => !broken.some(one => isExcepted(one, exception)))
  assert.equal(idle, [])
})

test('every file directly in src is a word that all speak, or puts the parts together', () => {
  const known = [...CORE, ...COMPOSING, MODULE_TYPE]
  assert.equal(globSync('src/*.ts', { cwd: root }).sort(), known.sort())
})

test('a module is wired in one list, and its folders bear its name', () => {
  const lists = imports.filter(({ target }) => /^src\/modules\/[a-z]+\/module\.ts$/.test(target ?? ''))
  assert.equal([...new Set(lists.map(({ file }) => file))], ['src/modules.ts'])
  const names = modules.map(({ name }) => name)
  assert.equal(names.toSorted(), globSync('*', { cwd: join(root, 'src/modules') }).sort())
  for (const folder of ['commands', 'queries', 'projections', 'src/domain'])
    assert.equal(
      globSync('*', { cwd: join(root, folder) }).filter(name => !names.includes(name)),
      [],
      folder,
    )
})

test('no engine speaks of a module, and no two modules share a name that must be one', () => {
  const every = <T>(of: (module: Module) => readonly T[]) => modules.flatMap(of)
  const config = readConfig({})
  const shared = {
    migrations: every(({ migrations = [] }) => migrations.map(({ name }) => name)),
    followers: [
      ...every(({ readModels = [] }) => readModels.map(({ name }) => name)),
      ...every(({ reactions }) => reactions?.(config).map(({ name }) => name) ?? []),
    ],
    examples: every(({ examples = {} }) => Object.keys(examples)),
    types: every(({ publicEvents }) => Object.keys(publicEvents?.schemas ?? {})),
    prefixes: every(({ publicEvents }) => publicEvents?.prefixes ?? []),
  }
  for (const [what, names] of Object.entries(shared)) assert.is(new Set(names).size, names.length, what)
  const words = new RegExp(`['"/](${modules.map(({ name }) => name).join('|')})[-/]`)
  const speaking = files.filter(
    file =>
      under(file, ...['http', 'subscription', 'projector', 'reactions'].map(engine => `src/${engine}`)) &&
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .some(line => words.test(line) && !CONTRACTS.some(path => line.includes(path.slice('src/'.length)))),
  )
  assert.equal(speaking, [])
})

test('PostgreSQL and the other leaves know no command', () => {
  const bad = imports.filter(
    ({ file, target }) => under(file, 'src/edge') && /^(commands|queries)\//.test(target ?? ''),
  )
  assert.equal(bad, [])
})

test('only the event store module and the embedded node know the client', () => {
  const bad = imports.filter(
    ({ specifier, file }) => specifier.startsWith('@eventstore/') && !/^src\/(edge|embedded)\/eventstore\//.test(file),
  )
  assert.equal(
    bad.map(({ file }) => file),
    [],
  )
})

test('only config.ts reads the environment', () => {
  const bad = files.filter(
    file => file !== 'src/config.ts' && readFileSync(join(root, file), 'utf8').includes('process.env'),
  )
  assert.equal(bad, [])
})

test('only the loop appends', () => {
  const bad = files.filter(
    file =>
      /\bstore\.append\(/.test(readFileSync(join(root, file), 'utf8')) &&
      !['src/execute.ts', 'src/edge/tracing/trace-appends.ts'].includes(file) &&
      !file.startsWith('src/embedded/'),
  )
  assert.equal(bad, [])
})

test('no two files import each other in a circle', () => {
  const graph = new Map<string, string[]>()
  for (const { file, target } of imports) if (target !== null) graph.set(file, [...(graph.get(file) ?? []), target])
  const done = new Set<string>()
  const visit = (file: string, path: string[]): string | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file].join(' -> ')
    if (done.has(file)) return null
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next, [...path, file])
      if (circle) return circle
    }
    done.add(file)
    return null
  }
  for (const file of graph.keys()) assert.is(visit(file, []), null)
})

test('the top level holds what the owner named', () => {
  const named = new Set([
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'src',
    'projections',
    'commands',
    'queries',
    'test',
    'docker-compose.yml',
    'README.md',
    'LICENSE',
    'node_modules',
    'data',
  ])
  assert.equal(
    globSync('*', { cwd: root }).filter(entry => !named.has(entry)),
    [],
  )
})

test.run()
