import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import * as assert from 'uvu/assert'
import type { Module } from '#module.ts'
import { configSchemasOf, modules } from '#modules.ts'
import { moduleSchemas, readServiceConfig } from '#service-config.ts'
import { suite } from './harness/suite.ts'

/**
 * Who may import what, by path from the root of the repository: two tables, and a list of what stands apart with its
 * reason.
 */
const test = suite('architecture')
const root = resolve(import.meta.dirname, '..')

/**
 * Contracts that all modules share: who runs the service, roles and scopes, public events, what becomes of erased
 * people.
 */
const CONTRACTS = [
  ...['platform', 'roles'].map(name => `src/domain/auth/${name}.ts`),
  ...['envelope', 'event-types', 'sample-events'].map(name => `src/domain/webhooks/${name}.ts`),
  ...['erasure-coverage', 'events'].map(name => `src/domain/subjects/${name}.ts`),
]
const PURE = [
  'src/values',
  'src/declarations',
  ...['category', 'decider', 'field-classes', 'hash-chain', 'requester'].map(name => `src/event-sourcing/${name}.ts`),
]
/** What everything above the stores may use. */
const BASE = ['src/values', 'src/concurrency', 'src/config', 'src/event-sourcing', 'src/edge', 'src/service.ts']
/** What a program may use without the service's modules. */
const TERMINAL = ['src/values', 'src/config', 'src/terminal', 'src/files']

/**
 * From the ground up. A room may use itself and what its row names, and a row may name only rooms that stand above it
 * here, so that no import leads back up. `OWN` is the part of a room that belongs to the same module.
 */
const OWN = '<module>'
const FLOORS: [room: string, uses: string[]][] = [
  ['src/values', []],
  ['src/files', []],
  ['src/ml', []],
  ['src/concurrency', ['src/values']],
  ['src/config', ['src/values']],
  ['src/terminal', ['src/values', 'src/config']],
  ['src/event-sourcing', ['src/values', 'src/concurrency']],
  ['src/declarations', ['src/values', 'src/event-sourcing']],
  [`src/domain/${OWN}`, PURE],
  ['src/edge', ['src/values', 'src/concurrency', 'src/config', 'src/event-sourcing']],
  ['src/subscription', ['src/values', 'src/concurrency', 'src/event-sourcing', 'src/edge']],
  ['src/service.ts', ['src/config', 'src/event-sourcing', 'src/edge', 'src/subscription']],
  ['src/http', [...BASE, ...CONTRACTS]],
  ['src/reactions', [...BASE, 'src/subscription']],
  ['src/delivery', [...BASE, ...CONTRACTS, 'src/declarations', 'src/subscription', 'src/domain/webhooks']],
  ['src/projector', [...BASE, 'src/terminal', 'src/declarations', 'src/subscription']],
  [`projections/${OWN}`, [...PURE, ...CONTRACTS, `src/domain/${OWN}`]],
  [
    'src/privacy',
    [...BASE, 'src/files', 'src/declarations', 'src/subscription', 'src/domain/subjects', 'projections/subjects'],
  ],
  [
    'src/bus',
    [
      ...[...BASE, 'src/declarations', 'src/http', 'src/subscription', 'src/reactions', 'src/delivery'],
      ...['src/domain/webhooks', 'src/privacy'],
    ],
  ],
  [
    `queries/${OWN}`,
    [
      ...BASE,
      ...CONTRACTS,
      'src/declarations',
      `src/domain/${OWN}`,
      `projections/${OWN}`,
      'src/privacy/access-status.ts',
    ],
  ],
  [
    `src/services/${OWN}`,
    [
      ...BASE,
      ...CONTRACTS,
      'src/ml',
      'src/subscription',
      'src/privacy',
      'src/reactions',
      `src/domain/${OWN}`,
      `queries/${OWN}`,
    ],
  ],
  [`commands/${OWN}`, [...BASE, ...CONTRACTS, 'src/privacy', `src/domain/${OWN}`, `src/services/${OWN}`]],
  [
    'src/module.ts',
    [
      ...['src/config', 'src/service.ts', 'src/edge', 'src/declarations', 'src/http', 'src/reactions', 'src/delivery'],
      'src/bus',
    ],
  ],
  [
    `src/modules/${OWN}`,
    [
      ...[...BASE, ...CONTRACTS, 'src/files', 'src/declarations', 'src/module.ts'],
      ...['http', 'subscription', 'reactions', 'delivery', 'privacy', 'bus'].map(engine => `src/${engine}`),
      ...['src/domain', 'projections', 'queries', 'src/services', 'commands'].map(of => `${of}/${OWN}`),
    ],
  ],
  ['src/embedded', [...TERMINAL]],
  ['src/client', []],
  // It runs in browsers and uses the service by its public API alone.
  ['src/console', ['src/values/currencies.ts', 'src/client']],
  ['src/service-config.ts', ['src/config', 'src/services']],
  [
    'src/modules.ts',
    [
      ...['src/bus', 'src/config', 'src/declarations', 'src/http', 'src/module.ts', 'src/modules', 'projections'],
      'src/service-config.ts',
    ],
  ],
  ['src/migrations.ts', ['src/bus', 'src/delivery', 'src/edge', 'src/module.ts', 'src/reactions', 'src/subscription']],
  ['src/lifecycle', [...BASE, 'src/subscription', 'src/terminal', 'src/http', 'src/embedded', 'src/service-config.ts']],
  ['src/programs/listen', [...TERMINAL, 'src/client', 'src/embedded']],
  ['src/programs/demo', [...TERMINAL, 'src/client', 'src/embedded', 'src/programs/listen']],
  ['src/programs/onboard', [...TERMINAL, ...CONTRACTS]],
  [
    'src/programs/migrate.ts',
    [...TERMINAL, 'src/edge', 'src/lifecycle', 'src/modules.ts', 'src/service-config.ts', 'src/migrations.ts'],
  ],
  [
    'src/programs/rebuild',
    [
      ...[...TERMINAL, 'src/event-sourcing', 'src/edge', 'src/declarations', 'src/subscription', 'src/projector'],
      ...['src/lifecycle', 'src/modules.ts', 'src/service-config.ts'],
    ],
  ],
  [
    'src/programs/parked-events.ts',
    [
      ...TERMINAL,
      ...BASE,
      'src/subscription',
      'src/reactions',
      'src/delivery',
      'src/bus',
      'src/embedded',
      'src/lifecycle',
      'src/modules.ts',
      'src/service-config.ts',
    ],
  ],
  // It loads parked-events.ts once the command line is understood.
  ['src/programs/set-aside.ts', [...TERMINAL]],
  [
    'src/programs/audit',
    [
      ...[
        ...TERMINAL,
        ...BASE,
        'src/privacy',
        'src/embedded',
        'src/lifecycle',
        'src/modules.ts',
        'src/service-config.ts',
      ],
      ...['queries/audit', 'src/modules/audit'],
    ],
  ],
  [
    'src/programs/bus',
    [...TERMINAL, ...BASE, 'src/bus', 'src/embedded', 'src/lifecycle', 'src/modules.ts', 'src/service-config.ts'],
  ],
  [
    'src/programs/reconcile',
    [
      ...[...TERMINAL, ...BASE, 'src/lifecycle', 'src/service-config.ts'],
      ...['src/domain', 'src/services', 'commands', 'src/modules'].map(of => `${of}/refunds`),
    ],
  ],
  [
    'src/programs/import',
    [
      ...[...TERMINAL, ...BASE, 'src/embedded', 'src/lifecycle', 'src/service-config.ts'],
      ...['src/domain/transactions', 'commands/transactions', 'commands/fraud'],
    ],
  ],
  ['src/programs/training', [...TERMINAL, 'src/ml', 'src/domain/fraud', 'src/domain/sms', 'src/services/sms/model.ts']],
  [
    'src/programs/backtest',
    [
      ...TERMINAL,
      ...BASE,
      'src/lifecycle',
      'src/service-config.ts',
      'src/domain/fraud',
      'src/services/fraud/model.ts',
      'commands/fraud/set-policy.ts',
    ],
  ],
  ['src/programs/vpn', [...TERMINAL, ...BASE, 'src/embedded', 'src/lifecycle', 'src/domain/vpn', 'src/services/vpn']],
  ['src/programs/vpn-agent', [...TERMINAL, 'src/edge/log.ts', 'src/client', 'src/services/vpn/credentials.ts']],
  // The part of a VPN server that has a right over the machine's network.
  ['src/programs/vpn-firewall', [...TERMINAL, 'src/edge/log.ts', 'src/programs/vpn/server-files.ts']],
  ['src/programs/vpn-lab', [...TERMINAL, 'src/client']],
]
/** The composition root: it sees all, and only tests import it. */
const MAIN = 'src/main.ts'
/** Kept for the type of what it names: nothing of it is loaded. */
const TYPES_ONLY = ['src/module.ts']

type Use = { of: string; by: string[]; files: string[]; why: string }
/**
 * What modules, and engines, use of a module that is not their own, through which files: `by` is a module, or the
 * beginning of a path.
 */
const USES: Use[] = [
  {
    ...{ of: 'transactions', by: ['refunds', 'fraud'] },
    files: ['src/domain/transactions/'],
    why: 'a refund reserves its amount on its transaction; what is scored is a transaction',
  },
  {
    ...{ of: 'transactions', by: ['fraud'] },
    files: ['commands/transactions/record-transactions.ts'],
    why: 'a transaction is recorded with its score',
  },
  {
    ...{ of: 'refunds', by: ['transactions', 'fraud', 'notifications', 'src/programs/backtest/'] },
    files: ['events', 'decider', 'state'].map(name => `src/domain/refunds/${name}.ts`),
    why: 'a transaction and an alert are shown with their refunds; users are notified of refunds; refunded frauds were frauds',
  },
  {
    ...{ of: 'refunds', by: ['src/modules/audit/'] },
    files: ['src/modules/refunds/schemas.ts', 'src/modules/refunds/reconciliation/schemas.ts'],
    why: 'the audit of a refund shows the refund, and what statements said of it',
  },
  {
    ...{ of: 'fraud', by: ['commands/refunds/'] },
    files: ['src/services/fraud/can-reference-alert.ts'],
    why: 'a refund may name an alert',
  },
  {
    ...{ of: 'fraud', by: ['src/modules/notifications/triggers/'] },
    files: ['src/domain/fraud/alerts/'],
    why: 'users are notified of alerts',
  },
  {
    ...{
      of: 'auth',
      by: [
        'commands/sms/',
        'src/services/sms/',
        'src/modules/sms/',
        'src/delivery/',
        'src/bus/',
        'src/programs/import/',
      ],
    },
    files: ['src/domain/auth/clients/'],
    why: "a client's record has its quota, its countries and its suspension",
  },
  {
    ...{ of: 'auth', by: ['src/services/vpn/', 'src/modules/vpn/'] },
    files: ['clients', 'sessions', 'users', 'service-accounts'].map(name => `src/domain/auth/${name}/`),
    why: 'a session that ends, or a user or client that is locked out, ends its tunnels',
  },
  {
    ...{ of: 'auth', by: ['src/modules/vpn/admin-routes.ts'] },
    files: ['commands/auth/create-agent-account.ts'],
    why: 'the agent of a VPN server is a service account',
  },
  {
    ...{
      of: 'auth',
      by: ['src/services/notifications/', 'src/services/subjects/', 'src/modules/notifications/triggers/'],
    },
    files: ['src/domain/auth/users/', 'src/domain/auth/login-devices/events.ts'],
    why: 'who is notified, or erased, is a user; users are notified of log-ins',
  },
  {
    ...{ of: 'auth', by: ['src/privacy/', 'commands/detections/'] },
    files: ['src/domain/auth/email-address.ts'],
    why: "a user's id is derived from the address",
  },
  {
    ...{ of: 'auth', by: ['src/services/detections/'] },
    files: ['src/domain/auth/users/decider.ts'],
    why: 'a detection with an address is about the user who logs in with it',
  },
  {
    ...{ of: 'sms', by: ['commands/detections/'] },
    files: ['src/domain/sms/urls/parse-url.ts'],
    why: 'the domain of a malicious URL is public, also when another service found it',
  },
  {
    ...{ of: 'detections', by: ['src/modules/notifications/triggers/'] },
    files: ['src/domain/detections/events.ts'],
    why: 'users are notified of detections',
  },
  {
    ...{ of: 'notifications', by: ['src/services/sms/'] },
    files: ['src/services/notifications/find-device-owner.ts'],
    why: 'a message belongs to the user who registered its device',
  },
  {
    ...{ of: 'sms', by: ['src/modules/notifications/triggers/'] },
    files: ['src/domain/sms/analyses/events.ts'],
    why: 'users are notified of dangerous messages',
  },
  {
    ...{ of: 'vpn', by: ['src/modules/notifications/triggers/'] },
    files: ['src/domain/vpn/devices/events.ts'],
    why: 'users are notified of tunnels',
  },
  {
    ...{ of: 'webhooks', by: ['src/modules/notifications/triggers/'] },
    files: ['src/domain/webhooks/events.ts'],
    why: 'administrators are notified of endpoints',
  },
  {
    ...{ of: 'events', by: ['src/modules/webhooks/routes.ts'] },
    files: ['projections/events/events.ts', 'queries/events/list-events.ts'],
    why: 'a replay waits until the list of events has the newest ones; only an own event has deliveries',
  },
  {
    ...{ of: 'events', by: ['src/modules/installation/'] },
    files: ['projections/events/events.ts'],
    why: 'the status has the lag of the list of events',
  },
  ...['audit', 'auth', 'detections', 'notifications', 'refunds', 'sms', 'subjects'].map(of => ({
    ...{ of, by: ['src/modules/installation/'] },
    files: [`src/services/${of}/config.ts`],
    why: 'users see how the service is set up',
  })),
]

type Exception = { from: string; to: string; why: string }
/** What stands apart from both tables. One that nothing needs any more fails. */
const EXCEPTIONS: Exception[] = [
  ...['endpoint-commands', 'endpoint-quota', 'endpoint-row', 'queue'].map(name => ({
    from: 'commands/webhooks/',
    to: `src/delivery/${name}.ts`,
    why: 'commands of an endpoint change what the delivery engine goes by, and queue',
  })),
  {
    from: 'queries/webhooks/get-delivery.ts',
    to: 'src/delivery/dispatch/sealed-response.ts',
    why: 'the response of an endpoint is shown as it came, and kept sealed',
  },
  {
    from: 'src/services/fraud/scoring.ts',
    to: 'src/http/operations-schemas.ts',
    why: 'a model that is missing is shown to operators',
  },
  {
    from: 'src/services/auth/auth.ts',
    to: 'src/http/authenticator.ts',
    why: 'it is what the server asks who a caller is',
  },
  { from: 'src/client/generate.ts', to: 'src/values/errors.ts', why: 'it makes the catalogue a type of the client' },
]
const EXCEPTIONS_MAX = 9
const LOOSE_MAX = 6
const FOLDERS_MAX = 25

/** Some figures of fraud are counted in a read model exactly as rules and training count them. */
const COUNTED = ['base-currency', 'cross-user-signals', 'reference'].map(name => `src/domain/fraud/${name}.ts`)
/** Granted by the group. */
const GRANTED_TOGETHER = new Set([...PURE, ...CONTRACTS, ...BASE, ...TERMINAL])

const files = globSync(['src/**/*.{ts,tsx}', 'commands/**/*.ts', 'queries/**/*.ts', 'projections/**/*.ts'], {
  cwd: root,
})

type Import = { file: string; specifier: string; target: string | null; typeOnly: boolean; names: string[] }

function importsOf(file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8')
  return [
    ...source.matchAll(/^(?:import|export)\s+(type\s)?([^'"]*?)from\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]/gms),
  ].map(match => {
    const specifier = match[3] ?? match[4] ?? ''
    const names = (match[2] ?? '').split(/[{},]/).map(name => name.trim())
    return { file, specifier, target: targetOf(file, specifier), typeOnly: match[1] !== undefined, names }
  })
}

function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier))
  const alias = /^#(commands|queries|projections)\/(.*)$/.exec(specifier)
  if (alias) return `${alias[1]}/${alias[2]}`
  return specifier.startsWith('#') ? `src/${specifier.slice(1)}` : null
}

const imports = files.flatMap(importsOf)

/** A path itself, or what is in the folder. */
const under = (target: string, ...paths: string[]) =>
  paths.some(path => target === path || target.startsWith(path.endsWith('/') ? path : `${path}/`))

/** The room of a file, and the module whose part of the room it is. */
function roomOf(file: string): { index: number; own: string | null } | null {
  for (const [index, [room]] of FLOORS.entries()) {
    if (!room.endsWith(`/${OWN}`)) {
      if (under(file, room)) return { index, own: null }
      continue
    }
    const folder = room.slice(0, -OWN.length)
    if (file.startsWith(folder)) return { index, own: file.slice(folder.length).split('/')[0] ?? '' }
  }
  return null
}

const usesOf = ({ file, target }: Import, { by, files: allowed }: Use) =>
  allowed.some(path => (target ?? '').startsWith(path)) &&
  by.some(user => (user.includes('/') ? file.startsWith(user) : roomOf(file)?.own === user))
const isException = ({ file, target }: Import, { from, to }: Exception) =>
  file.startsWith(from) && (target ?? '').startsWith(to)

/** What the floors alone say of an import: null, or what is wrong with it. */
function problemOf({ file, target, typeOnly }: Import): string | null {
  if (target === null || file === MAIN) return null
  const problem = `${file} -> ${target}`
  const room = roomOf(file)
  if (room === null) return `${file} is in no room that this test knows`
  if (TYPES_ONLY.includes(file) && !typeOnly) return problem
  const [name, uses] = FLOORS[room.index]!
  const own = (path: string) => path.replace(OWN, room.own ?? '')
  return under(target, own(name), ...uses.map(own)) ? null : problem
}

test('there are imports to check', () => assert.ok(imports.length > 100))

test('a folder imports only from folders above it in the table', () => {
  const wrong = FLOORS.flatMap(([name, uses], index) =>
    uses
      .map(path => path.replace(OWN, 'any'))
      .filter(path => (roomOf(path.endsWith('.ts') ? path : `${path}/any.ts`)?.index ?? index) >= index)
      .filter(path => !FLOORS.slice(0, index).some(([earlier]) => earlier.replace(`/${OWN}`, '') === path))
      .map(path => `${name} -> ${path}`),
  )
  assert.equal(wrong, [])
})

test('every file imports only what it may', () => {
  const isAllowed = (one: Import) =>
    USES.some(use => usesOf(one, use)) || EXCEPTIONS.some(exception => isException(one, exception))
  const bad = imports.filter(one => problemOf(one) !== null && !isAllowed(one))
  assert.equal(bad.map(problemOf), [])
})

test('projections take of a domain its events, the statuses that rows show, and types', () => {
  const isStatuses = ({ target, names }: Import) =>
    target?.endsWith('/state.ts') && names.every(name => /^(|type .*|[A-Z_]+)$/.test(name))
  const bad = imports.filter(
    ({ file, target, typeOnly, ...rest }) =>
      file.startsWith('projections/') &&
      target?.startsWith('src/domain/') &&
      !typeOnly &&
      !target.endsWith('/events.ts') &&
      !isStatuses({ file, target, typeOnly, ...rest }) &&
      ![...CONTRACTS, ...COUNTED].includes(target),
  )
  assert.equal(
    bad.map(({ file, target }) => `${file} -> ${target}`),
    [],
  )
})

test('every permission is needed, and there are few exceptions', () => {
  const broken = imports.filter(one => problemOf(one) !== null)
  const idle = [
    ...USES.flatMap(({ by, files: allowed, ...use }) => [
      ...by.map(user => ({ ...use, by: [user], files: allowed })),
      ...allowed.map(path => ({ ...use, by, files: [path] })),
    ]).filter(use => !broken.some(one => usesOf(one, use))),
    ...EXCEPTIONS.filter(exception => !broken.some(one => isException(one, exception))),
    ...FLOORS.flatMap(([name, uses], index) =>
      uses
        .filter(path => !GRANTED_TOGETHER.has(path))
        .filter(
          path =>
            !imports.some(one => {
              const room = roomOf(one.file)
              return room?.index === index && under(one.target ?? '', path.replace(OWN, room.own ?? ''))
            }),
        )
        .map(path => `${name} -> ${path}`),
    ),
  ]
  assert.equal(idle, [])
  assert.ok(EXCEPTIONS.length <= EXCEPTIONS_MAX)
})

test('only what composes is directly in src, and few folders stand beside it', () => {
  assert.ok(globSync('src/*.ts', { cwd: root }).length <= LOOSE_MAX)
  assert.ok(globSync('src/*/', { cwd: root }).length <= FOLDERS_MAX)
})

test('a module is wired in one list, and its folders bear its name', () => {
  const lists = imports.filter(({ target }) => /^src\/modules\/[a-z]+\/module\.ts$/.test(target ?? ''))
  assert.equal([...new Set(lists.map(({ file }) => file))], ['src/modules.ts'])
  const names = modules.map(({ name }) => name)
  assert.equal(names.toSorted(), globSync('*/', { cwd: join(root, 'src/modules') }).sort())
  for (const folder of ['commands', 'queries', 'projections', 'src/domain'])
    assert.equal(
      globSync('*', { cwd: join(root, folder) }).filter(name => !names.includes(name)),
      [],
      folder,
    )
})

test('no engine speaks of a module, and no two modules share a name that must be one', () => {
  const every = <T>(of: (module: Module) => readonly T[]) => modules.flatMap(of)
  const config = readServiceConfig({})
  const shared = {
    migrations: every(({ migrations = [] }) => migrations.map(({ name }) => name)),
    followers: [
      ...every(({ readModels = [] }) => readModels.map(({ name }) => name)),
      ...every(({ reactions }) => reactions?.(config).map(({ name }) => name) ?? []),
    ],
    examples: every(({ examples = {} }) => Object.keys(examples)),
    // Found in messages and by other modules: the document shows both schemas.
    types: every(({ publicEvents }) => Object.keys(publicEvents?.schemas ?? {})).filter(
      (type, at, all) => type !== 'url.malicious_detected' || all.indexOf(type) === at,
    ),
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

test('only config/config.ts reads the environment', () => {
  const bad = files.filter(
    file => file !== 'src/config/config.ts' && readFileSync(join(root, file), 'utf8').includes('process.env'),
  )
  assert.equal(bad, [])
})

test('only the loop appends', () => {
  const bad = files.filter(
    file =>
      /\bstore\.append\(/.test(readFileSync(join(root, file), 'utf8')) &&
      !['src/event-sourcing/execute.ts', 'src/edge/tracing/trace-appends.ts'].includes(file) &&
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

test('programs read the variables of the modules that there are', () =>
  assert.equal([...moduleSchemas], configSchemasOf(modules)))

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
