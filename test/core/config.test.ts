import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { ConfigError, findMisspelt } from '#config/config.ts'
import { developmentCaOf } from '#embedded/development-ca.ts'
import { moduleSchemas, readServiceConfig } from '#service-config.ts'
import { requiresFourEyes } from '#services/refunds/config.ts'
import { suite } from '../harness/suite.ts'

const test = suite('configuration')

function refusal(env: Record<string, string>): string {
  try {
    readServiceConfig(env)
  } catch (error) {
    assert.instance(error, ConfigError)
    return (error as Error).message
  }
  throw new Error('it was accepted')
}

test('everything is optional', () => {
  const config = readServiceConfig({})
  assert.equal(
    [config.PORT, config.HOST, config.ENVIRONMENT, config.PAYMENT_NETWORK],
    [8080, '127.0.0.1', 'sandbox', 'sandbox'],
  )
  assert.equal(config.ROLES, ['api', 'projector', 'reactor', 'deliverer'])
  assert.equal(
    [config.REFUND_CANCEL_WINDOW_MS, config.IDEMPOTENCY_TTL_S, config.WEBHOOK_RETRY_BASE_MS],
    [1_500, 86_400, 5_274],
  )
  assert.is(requiresFourEyes(config), false)
  assert.is(config.BENEFICIARY_MISMATCH, 'flag')
  assert.equal([config.SMS_QUOTA, config.SMS_RETENTION_DAYS], [{ A: 1_000, B: 100_000, C: null }, 30])
  assert.is(config.NOTIFICATION_RETENTION_DAYS, 90)
})

test('a tier that is not named keeps its quota', () => {
  assert.equal(readServiceConfig({ SMS_QUOTA: 'B=7' }).SMS_QUOTA, { A: 1_000, B: 7, C: null })
  assert.equal(readServiceConfig({ SMS_QUOTA: 'A=none, C=1' }).SMS_QUOTA, { A: null, B: 100_000, C: 1 })
})

test('an empty variable is one that is not set', () =>
  assert.is(readServiceConfig({ PORT: '', EVENTSTORE_URL: '' }).PORT, 8080))

const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
const ed25519 = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
const otherEd25519 = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
const wrong: [string, string][] = [
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['EVENTSTORE_URL', 'http://localhost:2113'],
  ['EVENTSTORE_URL', 'kurrentdb://localhost:2113'],
  ['EVENTSTORE_URL', 'esdb://?tls=false'],
  ['DATABASE_URL', 'mysql://localhost'],
  ['DATABASE_URL', 'postgres://user:100%@localhost/db'],
  ['DATABASE_URL', 'postgres://user:a/b@localhost/db'],
  ['NATS_URL', 'localhost:4222'],
  ['NATS_URL', 'wss://bus:443'],
  ['NATS_URL', 'nats://bus:4222, wss://bus:443'],
  ['NATS_URL', 'nats://bus:4222,other:4222'],
  ['NATS_URL', 'nats://user:100%@bus:4222'],
  ['NATS_URL', 'nats://user:one@bus:4222,nats://user:two@other:4222'],
  ['NATS_CA_FILE', '/does/not/exist.pem'],
  ['NATS_CERT_FILE', '/does/not/exist.pem'],
  ['ROLES', 'api,painter'],
  ['ROLES', ','],
  ['SMS_QUOTA', 'A=0'],
  ['SMS_QUOTA', 'D=1'],
  ['SMS_QUOTA', '1000'],
  ['SMS_RETENTION_DAYS', '0'],
  ['SMS_RETENTION_DAYS', '3651'],
  ['NOTIFICATION_RETENTION_DAYS', '0'],
  ['MASTER_KEY', 'c2hvcnQ='],
  ['JWT_KEYS', '{'],
  ['JWT_KEYS', '{"keys":[]}'],
  ['JWT_KEYS', '{"keys":[{"kty":"EC","crv":"P-256","x":"x","y":"y","d":"d"}]}'],
  ['AUDIT_KEYS', '{'],
  ['AUDIT_KEYS', '{"keys":[]}'],
  ['AUDIT_KEYS', JSON.stringify({ keys: [p256] })],
  ['AUDIT_KEYS', JSON.stringify({ keys: [{ ...ed25519, d: undefined }] })],
  ['AUDIT_KEYS', JSON.stringify({ keys: [{ ...ed25519, x: otherEd25519.x }] })],
  ['ENVIRONMENT', 'staging'],
  ['BOOTSTRAP_ADMIN_EMAIL', 'admin'],
  ['BOOTSTRAP_ADMIN_PASSWORD', 'short'],
  ['PAYMENT_NETWORK', 'swift'],
  ['BENEFICIARY_MISMATCH', 'warn'],
  ['SANDBOX_SPEED', '0'],
  ['SANDBOX_SPEED', 'fast'],
  ['REFUND_CANCEL_WINDOW_MS', '1.5'],
  ['IDEMPOTENCY_TTL_S', '0'],
  ['APNS_KEY_ID', 'short'],
  ['APNS_TEAM_ID', 'lowercase1'],
  ['APNS_ENDPOINT', 'http://api.push.apple.com'],
  ['APNS_ENDPOINT', 'https://api.push.apple.com/3'],
  ['FCM_ENDPOINT', 'fcm.googleapis.com'],
  ['FCM_SERVICE_ACCOUNT_FILE', '/does/not/exist.json'],
  ['WEBHOOK_ALLOW_CIDRS', '127.0.0.1/33'],
  ['WEBHOOK_ALLOW_CIDRS', 'localhost'],
  ['WEBHOOK_CA_FILE', '/does/not/exist.pem'],
  ['WEBHOOK_RETRY_BASE_MS', '0'],
  ['SHUTDOWN_DELAY_MS', '20001'],
  ['TRUST_PROXY', 'yes'],
  ['WEBAUTHN_ORIGINS', ','],
  ['WEBAUTHN_ORIGINS', 'localhost'],
  ['SOCIAL_PROVIDERS', '{"facebook":{}}'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'grpc://collector:4317'],
  ['OTEL_SERVICE_NAME', 'x'.repeat(256)],
  ['LOG_LEVEL', 'loud'],
]
for (const [name, value] of wrong)
  test(`refused by name: ${name}=${value}`, () => assert.match(refusal({ [name]: value }), name))

test('addresses of every kind are taken as they are', () => {
  for (const EVENTSTORE_URL of ['esdb://a:2113,b:2113?tls=true', 'esdb+discover://admin:changeit@cluster.example'])
    assert.is(readServiceConfig({ EVENTSTORE_URL }).EVENTSTORE_URL, EVENTSTORE_URL)
  for (const DATABASE_URL of [
    'postgres://u:p%25@db:5432/security?sslmode=require',
    'postgres:///security?host=/run/postgresql',
  ])
    assert.is(readServiceConfig({ DATABASE_URL }).DATABASE_URL, DATABASE_URL)
  const WEBAUTHN_ORIGINS = 'https://bank.example,android:apk-key-hash:Rtw-8qAx'
  assert.equal(readServiceConfig({ WEBAUTHN_ORIGINS }).WEBAUTHN_ORIGINS, WEBAUTHN_ORIGINS.split(','))
})

test('several mistakes are reported at once', () => {
  const message = refusal({ PORT: 'x', LOG_LEVEL: 'y' })
  assert.match(message, 'PORT')
  assert.match(message, 'LOG_LEVEL')
})

test('only variables that resemble a known one are reported', () => {
  const pointedOut = (env: Record<string, string>) =>
    findMisspelt(env, moduleSchemas).map(line => line.replace(' is not a variable of this service: did you mean', ''))
  assert.equal(pointedOut({ WEBHOOK_RETRY_BASEMS: '1', DATABASE_URI: 'x', ROLE: 'api', Log_Level: 'info' }), [
    'WEBHOOK_RETRY_BASEMS WEBHOOK_RETRY_BASE_MS?',
    'DATABASE_URI DATABASE_URL?',
    'ROLE ROLES?',
    'Log_Level LOG_LEVEL?',
  ])
  // What is set under its own name was not meant by another one.
  assert.equal(pointedOut({ DATABASE_URI: 'x', DATABASE_URL: 'postgres://db/x' }), [])
  const others = [
    ...['PATH', 'HOME', 'HOSTNAME', 'USER', 'SHELL', 'LANG', 'TERM', 'PWD', 'TZ', 'CI', 'NODE_ENV', 'NODE_OPTIONS'],
    ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NATS_PORT', 'NATS_SERVICE_HOST', 'POSTGRES_PASSWORD', 'POSTGRES_PORT'],
    ...['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', 'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT'],
    ...['OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'OTEL_SERVICE_VERSION', 'NO_COLOR', 'FORCE_COLOR', 'npm_config_loglevel'],
    ...['API_PORT', 'KUBERNETES_PORT', 'REDIS_URL', 'MASTER_PASSWORD', 'AWS_ROLE_ARN', 'SHLVL', 'LS_COLORS', '_'],
  ]
  assert.equal(pointedOut(Object.fromEntries(others.map(name => [name, 'x']))), [])
})

test('what is wrong with a variable is said in words', () => {
  assert.is(
    refusal({ PAYMENT_NETWORK: 'swift', BOOTSTRAP_ADMIN_PASSWORD: 'short', WEBAUTHN_ORIGINS: 'localhost' }),
    [
      'BOOTSTRAP_ADMIN_PASSWORD must be at least 12 characters',
      'PAYMENT_NETWORK must be one of sandbox, nats',
      'WEBAUTHN_ORIGINS.0 must be a URL such as https://bank.example/hook',
    ].join('\n'),
  )
})

test('a certificate goes with its key, and the bus network with a bus', () => {
  assert.match(refusal({ TLS_CERT_FILE: '/tmp/cert.pem' }), 'TLS_KEY_FILE')
  assert.match(refusal({ PAYMENT_NETWORK: 'nats' }), 'NATS_URL')
})

test('the addresses of NATS share a login, whose comma separates nothing', () => {
  const { nats } = readServiceConfig({ NATS_URL: 'nats://user:a,b%40@one:4222, nats://two:4222,nats://three' })
  assert.equal(nats, {
    servers: ['nats://one:4222', 'nats://two:4222', 'nats://three'],
    login: { user: 'user', pass: 'a,b@' },
  })
  assert.equal(readServiceConfig({ NATS_URL: 'nats://secret@bus' }).nats?.login, { token: 'secret' })
  assert.equal(readServiceConfig({ NATS_URL: 'nats://one,tls://two' }).nats?.tls, {})
  assert.not.match(refusal({ NATS_URL: 'nats://user:secret@bus:4222,other' }), 'secret')
})

test('a certificate that can not be read or is none is refused by name', () => {
  const gone = { TLS_CERT_FILE: '/does/not/exist.pem', TLS_KEY_FILE: '/does/not/exist.pem' }
  assert.match(refusal(gone), "TLS_CERT_FILE can't be read")
  const file = join(mkdtempSync(join(tmpdir(), 'tls-')), 'cert.pem')
  writeFileSync(file, 'PEM')
  assert.match(refusal({ TLS_CERT_FILE: file, TLS_KEY_FILE: file }), "TLS_CERT_FILE and TLS_KEY_FILE can't be used")
})

const production = {
  ENVIRONMENT: 'production',
  EVENTSTORE_URL: 'esdb://store:2113',
  DATABASE_URL: 'postgres://db/x',
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  JWT_KEYS: JSON.stringify({ keys: [p256] }),
  AUDIT_KEYS: JSON.stringify({ keys: [ed25519] }),
  BOOTSTRAP_ADMIN_PASSWORD: 'correct horse battery',
  PAYMENT_NETWORK: 'nats',
  NATS_URL: 'nats://bus:4222',
  HOST: '0.0.0.0',
  TRUST_PROXY: 'true',
}

test('production with everything it needs is accepted, and voids need four eyes', () => {
  assert.is(requiresFourEyes(readServiceConfig(production)), true)
})

for (const name of [
  'EVENTSTORE_URL',
  'DATABASE_URL',
  'MASTER_KEY',
  'JWT_KEYS',
  'AUDIT_KEYS',
  'BOOTSTRAP_ADMIN_PASSWORD',
  'PAYMENT_NETWORK',
  'TRUST_PROXY',
] as const)
  test(`production without ${name} does not start`, () => {
    const { [name]: _, ...rest } = production
    assert.match(refusal(rest), name)
  })

test('production may serve plain HTTP on loopback only', () => {
  const { TRUST_PROXY: _, ...direct } = production
  assert.is(readServiceConfig({ ...direct, HOST: '127.0.0.1' }).HOST, '127.0.0.1')
  assert.match(refusal(direct), 'HOST')
})

const APNS = { APNS_KEY_ID: 'ABCDE12345', APNS_TEAM_ID: 'TEAM123456', APNS_TOPIC: 'com.example.bank' }

test('the key of APNs signs at the start, and what does not is refused by name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'config-apns-'))
  const APNS_KEY_FILE = join(folder, 'key.p8')
  const pem = { type: 'pkcs8', format: 'pem' } as const
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pem).toString()
  try {
    writeFileSync(APNS_KEY_FILE, key)
    const { apns } = readServiceConfig({ ...APNS, APNS_KEY_FILE })
    assert.equal(apns, {
      ...{ key, keyId: 'ABCDE12345', teamId: 'TEAM123456', topic: 'com.example.bank' },
      endpoint: 'https://api.sandbox.push.apple.com',
    })
    const APNS_ENDPOINT = 'https://127.0.0.1:2197/'
    assert.is(readServiceConfig({ ...APNS, APNS_KEY_FILE, APNS_ENDPOINT }).apns?.endpoint, 'https://127.0.0.1:2197')
    assert.is(readServiceConfig({}).apns, undefined)
    assert.match(
      refusal({ APNS_KEY_FILE }),
      'APNS_KEY_ID, APNS_TEAM_ID, APNS_TOPIC must be set, because APNS_KEY_FILE is',
    )
    assert.match(refusal({ ...APNS }), 'APNS_KEY_FILE must be set, because')
    const others = [
      ...['', 'key', key.replace(/\n.{8}/, '\n')],
      generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export(pem).toString(),
      generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export(pem).toString(),
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    ]
    for (const other of others) {
      writeFileSync(APNS_KEY_FILE, other)
      assert.match(refusal({ ...APNS, APNS_KEY_FILE }), "APNS_KEY_FILE can't be used: it ")
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the service account of FCM signs at the start, and what does not is refused by name without a word of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'config-fcm-'))
  const FCM_SERVICE_ACCOUNT_FILE = join(folder, 'account.json')
  const pem = { type: 'pkcs8', format: 'pem' } as const
  const private_key = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export(pem).toString()
  const account = {
    ...{ type: 'service_account', project_id: 'bank-1', client_email: 'a@bank-1.example', private_key },
    token_uri: 'https://oauth2.googleapis.com/token',
  }
  const read = (text: string) => {
    writeFileSync(FCM_SERVICE_ACCOUNT_FILE, text)
    return readServiceConfig({ FCM_SERVICE_ACCOUNT_FILE }).fcm
  }
  try {
    assert.equal(read(JSON.stringify(account)), {
      ...{ projectId: 'bank-1', clientEmail: 'a@bank-1.example', privateKey: private_key },
      ...{ tokenUri: 'https://oauth2.googleapis.com/token', endpoint: 'https://fcm.googleapis.com' },
    })
    assert.is(readServiceConfig({}).fcm, undefined)
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pem)
    const wrong: [string, string][] = [
      ['', 'it is not a service account file'],
      ['{', 'it is not a service account file'],
      [JSON.stringify({ ...account, type: 'authorized_user' }), 'type'],
      [JSON.stringify({ ...account, private_key: 'secretly' }), 'it contains no PEM private key'],
      [JSON.stringify({ ...account, private_key: ec }), 'its private_key is not an RSA key'],
      [JSON.stringify({ ...account, token_uri: 'http://oauth2.googleapis.com/token' }), 'token_uri'],
    ]
    for (const [text, reason] of wrong) {
      writeFileSync(FCM_SERVICE_ACCOUNT_FILE, text)
      const said = refusal({ FCM_SERVICE_ACCOUNT_FILE })
      assert.match(said, "FCM_SERVICE_ACCOUNT_FILE can't be used: ")
      assert.match(said, reason)
      assert.not.match(said, 'secretly')
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the authorities of WEBHOOK_CA_FILE are read, and what is none is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ca-'))
  const file = join(folder, 'ca.pem')
  const { caPem } = await developmentCaOf(folder)
  writeFileSync(file, `${caPem}\n${caPem}`)
  assert.is(readServiceConfig({ WEBHOOK_CA_FILE: file }).webhookCa, `${caPem}\n${caPem}`)
  for (const text of ['', 'PEM', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n']) {
    writeFileSync(file, text)
    assert.match(refusal({ WEBHOOK_CA_FILE: file }), 'WEBHOOK_CA_FILE')
  }
  rmSync(folder, { recursive: true, force: true })
})

test.run()
