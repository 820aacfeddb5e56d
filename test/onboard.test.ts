import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { ROLE_NAMES, roleScopes, SCOPES, SERVICE_ACCOUNT_SCOPES } from '#domain/auth/roles.ts'
import type { AdminRequest } from '#programs/onboard/administrator.ts'
import { commands } from '#programs/onboard/commands.ts'
import { onboard } from '#programs/onboard/onboard.ts'
import { OperationalError } from '#values/operational-error.ts'
import { client, logIn, until } from './harness/client.ts'
import { noteSecretsOf } from './harness/secrets.ts'
import { ADMIN, startTestService } from './harness/service.ts'
import { suite } from './harness/suite.ts'

/** `npm run onboard` as somebody types it, against a running service. */
const test = suite('npm run onboard')
const service = await startTestService()
test.after(service.end)
const dataDir = service.environment.DATA_DIR!
const file = join(dataDir, 'admin-credentials.json')
writeFileSync(file, JSON.stringify({ url: service.url, ...ADMIN }))

process.env.DATA_DIR = dataDir
const asked = (...args: string[]) => onboard(args)

type Ended = { code: number | null; out: string; err: string }
function typed(...args: string[]): Promise<Ended> {
  const main = resolve(import.meta.dirname, '../src/programs/onboard/main.ts')
  const child = spawn(process.execPath, [main, ...args], { env: { ...process.env, DATA_DIR: dataDir } })
  return new Promise(end => {
    let out = ''
    let err = ''
    child.stdout.on('data', chunk => (out += chunk))
    child.stderr.on('data', chunk => (err += chunk))
    child.on('close', code => end({ code, out, err }))
  })
}
async function made(...args: string[]) {
  const { result, note } = await asked(...args)
  const record = JSON.parse(result)
  noteSecretsOf(record)
  return { record, note }
}
/** The lines of a list under its head, as soon as they are what is awaited: lists follow the log. */
const listed = (args: string[], holds: (lines: string[]) => boolean) =>
  until(async () => (await asked(...args)).result.trimEnd().split('\n').slice(1), holds)
async function mistake(...args: string[]): Promise<string> {
  const error = await asked(...args).then(
    () => assert.unreachable(args.join(' ')),
    error => error,
  )
  assert.instance(error, OperationalError, String(error))
  assert.not(error.message.includes('\n'), 'one line')
  return error.message
}

const { record: bank, note: nothing } = await made('client', '--name', 'Bank of Example', '--tier', 'A')

test('a client is made, changed and listed', async () => {
  assert.equal([bank.tier, bank.agreed_limit, nothing], ['A', null, undefined])
  const { record } = await made('change-client', '--client', bank.client_id, '--per-minute', '5000')
  assert.equal(record.agreed_limit, { per_minute: 5_000, per_day: null })
  const lines = await listed(['clients'], all => all.some(line => /5000 +Bank of Example$/.test(line)))
  assert.match(lines.join('\n'), new RegExp(`^${bank.client_id} +active +A +5000 +Bank of Example$`, 'm'))
  assert.match(lines.join('\n'), /active +B +\d+ +Platform$/m)
})

test('a list of several pages is listed whole', async () => {
  const all = Array.from({ length: 250 }, (_, n) => ({
    ...{ client_id: `clt_${1_000 + n}`, name: 'a bank', tier: 'B', agreed_limit: null, status: 'active' },
  }))
  const ask: AdminRequest = async (schema, _method, path) => {
    const { searchParams } = new URL(path, service.url)
    const rest = all.filter(({ client_id }) => client_id > (searchParams.get('after') ?? ''))
    return schema.parse({ data: rest.slice(0, Number(searchParams.get('limit'))) })
  }
  const { result } = await commands.clients!.run(ask, {})
  const ids = result
    .trimEnd()
    .split('\n')
    .slice(1)
    .map(line => line.split(' ')[0])
  assert.equal(
    ids,
    all.map(({ client_id }) => client_id),
  )
})

test('a second client of the same name is refused, with the id of the first, in one line', async () => {
  const said = await mistake('client', '--name', 'bank of EXAMPLE')
  assert.is(said, `refused (409 CONFLICT): name is the name of another client, ${bank.client_id}`)
})

test('a user joins the named client, or the administrator’s own, and logs in with the password that is shown', async () => {
  const joining = ['user', '--client', bank.client_id, '--email', 'ops@bank.example', '--role', 'operator']
  const { record, note } = await made(...joining)
  assert.is(
    note,
    `ops@bank.example joins Bank of Example (${bank.client_id}) as operator; the password is shown this once`,
  )
  const user = await logIn(service.url, 'ops@bank.example', record.password)
  assert.is((await user.get('/api/auth/me')).body.role, 'operator')
  const own = await made('user', '--email', 'boss@example.com', '--role', 'admin', '--no-password')
  assert.match(String(own.note), /^boss@example.com joins Platform \(clt_[\w-]+\) as admin$/)
  assert.not('password' in own.record)
  const chosen = await made('user', '--email', 'x@bank.example', '--role', 'auditor', '--password', ADMIN.password)
  assert.not(JSON.stringify(chosen).includes(ADMIN.password), 'what was typed is not said again')
  const lines = await listed(['users', '--client', bank.client_id], all => all.length === 1)
  assert.match(lines[0]!, new RegExp(`^${record.user_id} +active +operator +ops@bank.example$`))
  const locked = await made('change-user', '--user', record.user_id, '--status', 'disabled')
  assert.is(locked.record.status, 'disabled')
  await until(
    () => user.get('/api/auth/me'),
    ({ status }) => status === 401,
  )
})

test('a service account is made with its scopes, listed without its secret, and revoked', async () => {
  const of = ['--client', bank.client_id]
  const { record, note } = await made(
    ...['service-account', ...of, '--name', 'refund worker', '--scopes', 'refund:read, refund:write'],
    ...['--expires-at', '2126-01-01T00:00:00Z'],
  )
  assert.match(
    String(note),
    /^refund worker logs in for Bank of Example \(clt_[^)]+\) with email and, as password, secret/,
  )
  assert.not(note?.includes(record.secret))
  const machine = await logIn(service.url, record.email, record.secret)
  assert.equal((await machine.get('/api/auth/me')).body.scopes, ['refund:read', 'refund:write'])
  const lines = await listed(['service-accounts', ...of], ([line]) => line !== undefined && !/active +never/.test(line))
  const shown = ['2126-01-01T00:00:00.000Z', 'refund worker', 'refund:read,refund:write'].join(' +')
  assert.match(lines.join('\n'), new RegExp(`^${record.service_account_id} +active +\\S+Z +${shown}$`))
  const { record: ended } = await made('revoke-service-account', ...of, '--service-account', record.service_account_id)
  assert.is(ended.status, 'revoked')
  const again = await client(service.url).post('/api/auth/login', { email: record.email, password: record.secret })
  assert.is(again.status, 401)
  assert.is(
    await mistake('revoke-service-account', '--service-account', record.service_account_id),
    'refused (404 NOT_FOUND): There is no such resource.',
    'the own client has none of this id',
  )
})

test('roles are explained with all their scopes', async () => {
  const { result: out } = await asked('roles')
  const words = (text: string) => text.split(/\s+/)
  for (const role of ROLE_NAMES) {
    const [, explained = ''] = out.split(`\n  ${role}: `)
    const own = explained.split(/\n\s*\n/)[0]!
    assert.equal(
      words(own.split('(')[0]!).filter(word => SCOPES.some(scope => scope === word)),
      roleScopes[role],
    )
    assert.is(own.includes('audit:read:any'), role === 'auditor' || role === 'admin')
  }
  const [, machines = ''] = out.split('A service account')
  assert.equal(
    words(machines).filter(word => SCOPES.some(scope => scope === word)),
    SERVICE_ACCOUNT_SCOPES,
  )
})

test('each command explains itself, and all of them are listed', async () => {
  const { result: help } = await asked('--help')
  assert.is((await asked()).result, help)
  const names = [...help.matchAll(/npm run onboard -- ([\w-]+)/g)].map(([, name]) => name!)
  assert.ok(names.length >= 10)
  for (const name of names) {
    const { result } = await asked(name, '-h')
    assert.match(
      result,
      name === 'roles' ? /consumer/ : new RegExp(`npm run onboard -- ${name}: [^]*--admin-email EMAIL`),
    )
  }
  assert.match((await asked('user', '--help')).result, /--email EMAIL +their login \(needed\)/)
  for (const line of help.split('\n')) assert.ok(line.length <= 120, line)
})

test('a mistyped command prints one line with what to do, and sends no request', async () => {
  const cases: [string[], RegExp][] = [
    [['nonsense'], /^there is no command nonsense; see npm run onboard -- --help$/],
    [['--bad'], /^there is no option --bad; see npm run onboard -- --help$/],
    [['constructor'], /^there is no command constructor/],
    [['user', '--bad', 'x'], /^user: there is no option --bad; see npm run onboard -- user --help$/],
    [['roles', '--bad'], /^roles: there is no option --bad; see/],
    [['user', '--role', 'admin'], /^user: --email EMAIL is missing; see/],
    [['user', '--email', 'a@b.example', '--role', 'king'], /^user: --role must be one of consumer, integrator, /],
    [['user', '--email'], /^user: --email needs a value, EMAIL/],
    [['client', '--name', '--tier', 'A'], /^client: --name needs a value, NAME/],
    [['client', '--name', 'a', '--name', 'b'], /^client: --name is given twice/],
    [['client', '--name', 'a', 'b'], /^client: "b" belongs to no option/],
    [['client', '--name', 'a', '--per-day', '5'], /^--per-day goes with --per-minute$/],
    [['client', '--name', 'a', '--per-minute', '0'], /^client: --per-minute must be a whole number from 1/],
    [['change-user', '--user', 'usr_1', '--revoke-sessions=yes'], /^change-user: --revoke-sessions takes no value/],
    [['change-user', '--user', 'usr_1'], /^nothing to change/],
    [
      ['user', '--email', 'a@b.example', '--role', 'admin', '--password', 'x', '--no-password'],
      /^user: --password and --no-password exclude/,
    ],
    [['service-account', '--name', 'a', '--scopes', 'users:admin'], /^service-account: "users:admin" is no scope for/],
    [['clients', '--url', 'http://127.0.0.1:9'], /^http:\/\/127.0.0.1:9 does not answer \(.+\): start the service, or/],
    [['clients', '--url', 'nowhere'], /^nowhere does not answer \(.+\)/],
    [['clients', '--admin-password', 'wrong wrong wrong'], /^the service knows no such administrator: check --admin-e/],
    [['change-client', '--client', 'clt_none', '--status', 'active'], /^refused \(404 NOT_FOUND\): There is no such/],
    [['user', '--email', 'no address', '--role', 'admin'], /^refused \(400 INVALID_REQUEST\): email /],
  ]
  for (const [args, expected] of cases) assert.match(await mistake(...args), expected)
  writeFileSync(file, '{')
  assert.match(await mistake('clients'), /admin-credentials.json is damaged: give --url/)
  rmSync(file)
  assert.match(await mistake('clients', '--url', service.url), /^no administrator: give --admin-email and --admin-pass/)
})

test('a process ends with 0 and its result on stdout, or with 2 for a mistake, 1 for a failure, and one line on stderr', async () => {
  assert.equal(await typed('roles'), { code: 0, out: (await asked('roles')).result, err: '' })
  const { code, out, err } = await typed('clients', '--bad')
  assert.equal([code, out, err], [2, '', 'clients: there is no option --bad; see npm run onboard -- clients --help\n'])
  const away = await typed(
    'clients',
    '--url',
    'http://127.0.0.1:9',
    '--admin-email',
    'a@b.example',
    '--admin-password',
    'x',
  )
  assert.equal([away.code, away.out, away.err.trim().split('\n').length], [1, '', 1])
  const admin = ['--url', service.url, '--admin-email', ADMIN.email, '--admin-password', ADMIN.password]
  const made = await typed('user', '--email', 'last@example.com', '--role', 'auditor', '--no-password', ...admin)
  assert.equal([made.code, JSON.parse(made.out).email], [0, 'last@example.com'])
  assert.match(made.err, /^last@example.com joins Platform .+ as auditor\n$/)
})

test.run()
