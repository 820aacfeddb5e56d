import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { createClient } from '#client/index.ts'
import { signatureHeaders, signingKey } from '#delivery/dispatch/sign.ts'
import { freePort } from '#embedded/free-port.ts'
import { blocksOf, CHAPTERS, chapterBlock, root } from './harness/chapters.ts'
import { logIn, until } from './harness/client.ts'
import { noteSecretsOf } from './harness/secrets.ts'
import { listed, ON_A_SERVER, RUN_BY } from './harness/snippets.ts'
import { suite } from './harness/suite.ts'

/**
 * Runs the commands and snippets of all chapters as written, in a folder that looks like a fresh clone after `npm
 * ci`. The blocks that another test file runs are listed in test/harness/snippets.ts.
 */
const test = suite('README')
const folder = mkdtempSync(join(tmpdir(), 'clone-'))
for (const name of readdirSync(root))
  if (!name.startsWith('.git') && name !== 'data') symlinkSync(join(root, name), join(folder, name))

/** Ports that this machine may have in use. */
const port = await freePort()
const own = (text: string) => text.replaceAll('3000', String(port))
const VERIFIED = ['verified refund.completed', 'verified refund.created', 'verified refund.processing']

type Part = {
  ended: Promise<number | null>
  text(): string
  says(pattern: RegExp): Promise<void>
  stop(signal?: NodeJS.Signals): Promise<void>
}
/** The latest first. */
const running: Part[] = []

/** As in a terminal of its own. */
function play(command: string): Part {
  const { BOOTSTRAP_ADMIN_PASSWORD: _, DATA_DIR: __, ...env } = process.env
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    env: { ...env, EVENTSTORE_URL: '', PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let text = ''
  child.stdout.on('data', chunk => (text += chunk))
  child.stderr.on('data', chunk => (text += chunk))
  const ended = new Promise<number | null>(done => child.on('close', done))
  const part: Part = {
    ended,
    text: () => text,
    async says(pattern) {
      const isSaid = await until(
        async () => pattern.test(text) || child.exitCode !== null,
        said => said,
        60_000,
      ).catch(() => false)
      assert.ok(isSaid && pattern.test(text), `${command} does not say ${pattern}:\n${text}`)
    },
    async stop(signal = 'SIGINT') {
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, signal)
      await ended
    },
  }
  running.unshift(part)
  return part
}

async function isListening(): Promise<boolean> {
  return new Promise(done => {
    const socket = connect(port, '127.0.0.1', () => done(true) ?? socket.destroy())
    socket.on('error', () => done(false))
  })
}
const untilListening = () => until(isListening, Boolean)

/** What a receiver answers to somebody who knows no secret. */
async function forge() {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const headers = { 'x-service-signature': 'f'.repeat(64), 'x-service-timestamp': timestamp }
  return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{"type":"refund.completed"}', headers }))
    .status
}

/** Begins a request and goes away: whoever does so may not end the receiver. */
function hangUp(): Promise<void> {
  return new Promise(done => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('POST / HTTP/1.1\r\nHost: receiver\r\nContent-Length: 100\r\n\r\n{', () => socket.resetAndDestroy())
    })
    socket.on('error', () => {}).on('close', () => done())
  })
}

const lines = (text: string) => text.split('\n').filter(line => /^(verified|refused)/.test(line))

/** What the steps of a block print, played by one shell, which stops where one fails. */
async function printed(steps: string[]): Promise<string[]> {
  const part = play(`set -e\n${steps.join(`\necho ${BETWEEN}\n`)}`)
  assert.is(await part.ended, 0, part.text())
  return part.text().split(`${BETWEEN}\n`)
}
const BETWEEN = '--- the next step ---'

/** Where the service answers that the README calls http://127.0.0.1:8080. */
let url = ''
const administrator = () => JSON.parse(readFileSync(join(folder, 'data/admin-credentials.json'), 'utf8'))

test('two commands start it, and it says what the README shows', async () => {
  const [first = '', second = '', ...more] = chapterBlock('README.md', 'Two commands', 'sh').trim().split('\n')
  assert.match(first, /^npm ci && npm start +#/)
  assert.match(second, /^npm ci && npm test +#/)
  assert.equal(more, [])
  const service = play(first.replace('npm ci && ', ''))
  await service.says(/^ready http/m)
  url = /^ready (\S+)$/m.exec(service.text())![1]!
  const told = service
    .text()
    .split('\n')
    .filter(line => /^(administrator|docs|console|ready) /.test(line))
  const shown = chapterBlock('README.md', 'Two commands', '').trim()
  assert.is(told.join('\n').replaceAll(url, EXAMPLE_URL).replace(folder, '/…'), shown)
  noteSecretsOf(administrator())
})
const EXAMPLE_URL = 'http://127.0.0.1:8080'

test('the walk by hand answers what the README shows', async () => {
  const steps = chapterBlock('README.md', 'The walk', 'sh').replaceAll(EXAMPLE_URL, url).split('\n\n')
  const [nothing, recorded, refund] = await printed(steps)
  assert.is(nothing, '')
  assert.equal(JSON.parse(recorded!), { recorded: 1, duplicates: 0 })
  const answer = JSON.parse(refund!)
  assert.equal(withoutChance(answer), withoutChance(JSON.parse(chapterBlock('README.md', 'The walk', 'json'))))
  const { refund_id } = answer
  const client = administratorsClient()
  const { completion } = await until(
    () => client.getRefund({ path: { refund_id } }),
    ({ status }) => status === 'completed',
  )
  assert.ok(completion)
  await until(
    () => client.listRefunds(),
    ({ data }) => data[0]?.status === 'completed' && data[0].refund_id === refund_id,
  )
  const { refundable_amount } = await client.getTransaction({ path: { transaction_id: 'tx_1' } })
  assert.is(refundable_amount, 25.25)
  const { chain } = await until(
    () => client.getRefundHistory({ path: { refund_id } }),
    ({ history }) => history.length === 3,
  )
  assert.is(chain.intact, true)
})

test('the audit by hand shows that refund, and the actions of its user', async () => {
  const block = chapterBlock('src/modules/audit/README.md', 'Histories', 'sh').trim()
  const [record = '', found = ''] = (await printed([...(await prologue()), ...block.split('\n')])).slice(-2)
  const { state, chain } = JSON.parse(record)
  // The refund is younger than the time that the chapter names.
  assert.equal([state, chain.events, chain.intact], [null, 3, true])
  assert.ok(JSON.parse(found).data.some(({ type }: { type: string }) => type === 'RefundRequested'))
})

test('the statement of the reconciliation, with the id of that refund, differs in the amount', async () => {
  const client = administratorsClient()
  const { data } = await client.listRefunds()
  const { refund_id, completion } = await client.getRefund({ path: { refund_id: data[0]!.refund_id } })
  const [from, paid, to] = [3_600, 1, 0].map(seconds => new Date(Date.now() - seconds * 1_000).toISOString())
  const csv = chapterBlock('src/modules/refunds/README.md', 'Reconciliation', '')
    .replace(/^(#payment-statement\/1).*$/m, `$1,${from},${to}`)
    .replace(/^(transfer,)[^:]+(:0,)[^,]+(.*,)[^,]+$/m, `$1${refund_id}$2${completion!.reference}$3${paid}`)
  writeFileSync(join(folder, 'statement.csv'), csv)
  const part = play(chapterBlock('src/modules/refunds/README.md', 'Reconciliation', 'sh'))
  assert.is(await part.ended, 1, part.text())
  assert.match(
    part.text(),
    /^amount_differs {2}transfer rf_\S+ attempt 0 \(line 3\): there succeeded 10\.25 EUR SBX-/m,
    part.text(),
  )
  assert.match(part.text(), /, here succeeded 100\.25 EUR /)
})

test('the fraud model is evaluated on the sample', async () => {
  const [table] = await printed(
    chapterBlock('src/services/fraud/model/README.md', 'The fraud model', 'sh').trim().split('\n'),
  )
  assert.match(table!, /^# Simulator, test 2025-03-01\.\.2025-03-31: [\d,]+ transactions, \d+ frauds$/m)
})

/**
 * Blocks that no test names: they are run in the order of the chapters, erasure last, and no request of them may be
 * refused.
 */
const ELSEWHERE = listed([...Object.values(RUN_BY).flat(), ...ON_A_SERVER])
const ERASURE = 'src/privacy/README.md'
const OTHERS = CHAPTERS.flatMap(blocksOf)
  .filter(({ chapter, section, language }) => !ELSEWHERE.includes(`${chapter} # ${section}: ${language}`))
  .sort((one, other) => Number(one.chapter === ERASURE) - Number(other.chapter === ERASURE))

function administratorsClient() {
  const { email, password } = administrator()
  return createClient({ url, login: { email, password } })
}

/** The walk's variables, its refund and its user; a request that is refused ends the shell. */
async function prologue(): Promise<string[]> {
  const [logIn = ''] = chapterBlock('README.md', 'The walk', 'sh').replaceAll(EXAMPLE_URL, url).split('\n\n')
  const client = administratorsClient()
  const { data } = await client.listRefunds()
  const ids = `REFUND_ID=${data[0]!.refund_id}\nUSER_ID=${(await client.me()).id}`
  return ['curl() { command curl --fail-with-body "$@"; }', logIn, ids]
}

/** What the blocks of a section take for granted beside the walk. */
const BEFORE: Readonly<Record<string, () => Promise<void>>> = {
  'src/modules/audit/README.md # Proof on paper': async () => {
    writeFileSync(join(folder, 'verify.py'), chapterBlock('src/modules/audit/README.md', 'Proof on paper', 'python'))
    writeFileSync(join(folder, 'jwks.json'), await (await fetch(`${url}/.well-known/jwks.json`)).text())
  },
  async 'src/modules/fraud/README.md # Alerts'() {
    const client = administratorsClient()
    const entry = { list: 'block', kind: 'merchant', value: 'm_blocked', reason: 'known fraud' } as const
    await client.addFraudListEntry({ body: entry })
    const what = { transaction_id: 'tx_blocked', user_id: 'user_2', amount: 5, currency: 'EUR', timestamp: NOW }
    const transaction = { ...what, operation_type: 'payment', merchant: { id: 'm_blocked' } } as const
    await client.scoreTransaction({ body: { transaction } })
    await until(
      () => client.listFraudAlerts(),
      ({ data }) => data.length > 0,
    )
  },
}
const NOW = new Date().toISOString()

for (const { chapter, section, text } of OTHERS)
  test(`${chapter}, "${section}": its commands succeed`, async () => {
    await BEFORE[`${chapter} # ${section}`]?.()
    await printed([...(await prologue()), text.replaceAll(EXAMPLE_URL, url)])
  })

/** With what each refund has of its own, ids and times, brought to the same. */
function withoutChance(answer: unknown): unknown {
  const text = JSON.stringify(answer)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
    .replace(/rf_[\da-f-]{36}/, 'rf_…')
    .replace(/usr_[\da-f-]{36}/, 'usr_…')
    .replace(/RFD-[\dA-F]{12}/, 'RFD-…')
    .replace(/"trace_id":"[\da-f]{32}"/, '"trace_id":"…"')
  return JSON.parse(text)
}

test('a client, a user and a machine are onboarded, and the machine logs in', async () => {
  const [made, user, machine, listed] = await printed(
    chapterBlock('src/modules/auth/README.md', 'Onboarding', 'sh').trim().split('\n'),
  )
  assert.is(made, '')
  const [{ email, role }, account] = [user!, machine!].map(text =>
    JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)),
  )
  noteSecretsOf([account])
  assert.equal([email, role], ['ops@bank.example', 'operator'])
  assert.match(listed!, new RegExp(`^${account.service_account_id} +active .* refund:read,refund:write$`, 'm'))
  const { body } = await (await logIn(url, account.email, account.secret)).get('/api/auth/me')
  assert.equal(body.scopes, ['refund:read', 'refund:write'])
})

const [clone, start, listen, receive, demo, ...more] = own(
  chapterBlock('src/programs/listen/README.md', 'Listen', 'sh'),
)
  .trim()
  .split('\n')

/** It refuses what is forged, outlives whoever hangs up, and verifies all that the demo causes. */
async function verifiesTheDemo(receiver: ReturnType<typeof play>) {
  await untilListening()
  await hangUp()
  assert.is(await forge(), 400)
  const played = play(demo!)
  assert.is(await played.ended, 0, played.text())
  await until(
    async () => lines(receiver.text()),
    said => said.length === 4,
  )
  assert.equal(lines(receiver.text()).sort(), ['refused', ...VERIFIED])
}

test("five commands lead from a clone to a verified delivery in one's own server", async () => {
  assert.match(clone!, /^git clone .* && npm ci$/)
  assert.is(start, 'npm start')
  assert.equal(more, [])
  writeFileSync(join(folder, 'receiver.mjs'), own(chapterBlock('src/delivery/README.md', 'Verifying a delivery', 'js')))
  const listener = play(listen!)
  await listener.says(/^forwarding to http/m)
  const receiver = play(receive!)
  await verifiesTheDemo(receiver)
  await listener.says(/refund\.completed {2}rf_\S+ {2}verified {2}http:\S+ answered 200 in/)
  await receiver.stop()
})

test('the server in Python verifies as well', async () => {
  writeFileSync(
    join(folder, 'receiver.py'),
    own(chapterBlock('src/delivery/README.md', 'Verifying a delivery', 'python')),
  )
  const receiver = play(receive!.replace('node receiver.mjs', 'python3 receiver.py'))
  await verifiesTheDemo(receiver)
})

test('the line with openssl computes the signature of a delivery, whatever its body holds', () => {
  const secret = 'whsec_a+b/c==$HOME'
  const body = `{"type":"refund.created","data":{"description":"100 % \\\\n 'ü' $(id)"}}`
  const given = { eventId: 'evt_1', webhookId: 'wh_1', attempt: 1, body: Buffer.from(body), at: new Date() }
  const headers = signatureHeaders([signingKey(1, secret, null)], given)
  const env = { PATH: process.env.PATH, TIMESTAMP: headers['x-service-timestamp'], BODY: body, SECRET: secret }
  const text = execFileSync('sh', ['-c', chapterBlock('src/delivery/README.md', 'Verifying a delivery', 'sh')], {
    env,
    encoding: 'utf8',
  })
  assert.is(text.trim().split('= ').at(-1), headers['x-service-signature'])
})

test('Ctrl-C in each terminal ends them, and listen removes its endpoint', async () => {
  for (const part of running) await part.stop()
  assert.match(running.map(({ text }) => text()).join(''), /^endpoint wh_\S+ is removed$/m)
})

test.after(async () => {
  for (const part of running) await part.stop('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})
test.run()
