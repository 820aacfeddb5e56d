import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { PlainError } from '#values/plain-error.ts'
import {
  appleId,
  auditKeys,
  base64Key,
  cidrs,
  flag,
  httpsOrigin,
  httpUrl,
  integer,
  json,
  jwtKeys,
  list,
  path,
  postgresUrl,
  quotas,
} from './config-values.ts'
import { nearestName } from './nearest-name.ts'
import { type ApnsAccess, apnsAccess, type FcmAccess, fcmAccess } from './push-access.ts'
import { validationWords } from './validation-messages.ts'

/** Every role the process can play; by default it plays all of them. */
export const ROLES = ['api', 'projector', 'reactor', 'deliverer'] as const

/** Analyses a month by tier; null = no limit. */
const SMS_QUOTA = { A: 1_000, B: 100_000, C: null }

export const Environment = z.object({
  /** TCP port of the API; 0 picks a free one. */
  PORT: integer(0, 65_535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Folder of everything the embedded parts store; only used when something embedded runs. */
  DATA_DIR: path.default(resolve('data')),
  EVENTSTORE_URL: z
    .string()
    .regex(/^esdb(\+discover)?:\/\/[^/?\s]/, 'must be an esdb:// connection string')
    .optional(),
  DATABASE_URL: postgresUrl.optional(),
  NATS_URL: z
    .string()
    .regex(/^(nats|tls|wss?):\/\/./, 'must be a nats:// address')
    .optional(),
  ROLES: list.pipe(z.array(z.enum(ROLES)).min(1)).default([...ROLES]),
  /** Wraps every data key: 32 bytes, base64. */
  MASTER_KEY: base64Key.optional(),
  /** JWK set of private ES256 keys; the first signs. */
  JWT_KEYS: jwtKeys.optional(),
  /** JWK set of private Ed25519 keys, for what the audit gives out; the first signs. */
  AUDIT_KEYS: auditKeys.optional(),
  ENVIRONMENT: z.enum(['sandbox', 'production']).default('sandbox'),
  BOOTSTRAP_ADMIN_EMAIL: z.email().default('admin@example.com'),
  BOOTSTRAP_ADMIN_PASSWORD: z.string().min(12).max(256).optional(),
  PAYMENT_NETWORK: z.enum(['sandbox', 'nats']).default('sandbox'),
  /** Divides every time of the sandbox payment network. */
  SANDBOX_SPEED: z.coerce.number().positive().max(1_000).default(1),
  /** How long a refund stays pending and can be cancelled. */
  REFUND_CANCEL_WINDOW_MS: integer(0, 3_600_000).default(1_500),
  /** How long an Idempotency-Key is bound to its first request. */
  IDEMPOTENCY_TTL_S: integer(1, 2_592_000).default(86_400),
  /** PEM file of certificate authorities trusted for webhook endpoints beside the system's. */
  WEBHOOK_CA_FILE: path.optional(),
  /** Address ranges that webhooks may reach although they are special-purpose; for development. */
  WEBHOOK_ALLOW_CIDRS: cidrs.default([]),
  /** First gap of the webhook retry schedule; the others are 4, 16, … times as long. */
  WEBHOOK_RETRY_BASE_MS: integer(1, 3_600_000).default(5_274),
  /** How long the secret before a rotation still signs. */
  WEBHOOK_ROTATION_GRACE_S: integer(1, 604_800).default(86_400),
  /** The voider of a refund must not be its creator. */
  VOID_FOUR_EYES: flag.optional(),
  /** How long what is held of a person is kept after their last refund closed, where there is a duty to; then it is erased. */
  RETENTION_YEARS: integer(0, 100).default(5),
  /** What becomes of a refund to somebody else than the transaction's user: accepted and flagged, or REFUND_010. */
  BENEFICIARY_MISMATCH: z.enum(['flag', 'reject']).default('flag'),
  /** A folder of fraud models beside the one that the release brings, `*.onnx`; the same in every process. */
  FRAUD_MODELS: path.optional(),
  /** What scores transactions while the fraud model can't: nothing (FRAUD_006), or the rules alone. */
  FRAUD_MODEL_FALLBACK: z.enum(['none', 'rules']).default('none'),
  /** Messages that a client may have analysed in a UTC calendar month, by its tier; its record may say otherwise. */
  SMS_QUOTA: quotas(SMS_QUOTA).default(SMS_QUOTA),
  /** How many whole days the texts of analysed messages can be opened after their own; then the keys of that day are deleted. */
  SMS_RETENTION_DAYS: integer(1, 3_650).default(30),
  /** How many whole days what notifications say can be read after their own; then the keys of that day are deleted. */
  NOTIFICATION_RETENTION_DAYS: integer(1, 3_650).default(90),
  /** Whether servers that a trial lists are registered; unless said, on embedded stores alone. */
  VPN_DEMO_SERVERS: flag.optional(),
  /** The .p8 key that Apple gave a team, its id, the team's, and the app's bundle id; they go together. */
  APNS_KEY_FILE: path.optional(),
  APNS_KEY_ID: appleId.optional(),
  APNS_TEAM_ID: appleId.optional(),
  APNS_TOPIC: z.string().min(1).max(255).optional(),
  /** Where APNs is; unless said, Apple's own of the environment. */
  APNS_ENDPOINT: httpsOrigin.optional(),
  /** JSON of a service account that may send by FCM. */
  FCM_SERVICE_ACCOUNT_FILE: path.optional(),
  /** Where fcm.googleapis.com is. */
  FCM_ENDPOINT: httpsOrigin.optional(),
  /** How long a process that ends still takes requests while its readiness says no, so that load balancers turn away. */
  SHUTDOWN_DELAY_MS: integer(0, 20_000).default(0),
  /** Between signed checkpoints of the event store, while there is something new to cover. */
  CHECKPOINT_EVERY_MS: integer(10, 3_600_000).default(60_000),
  /** Where checkpoints are kept beside PostgreSQL, a line for each; written at its end only. */
  CHECKPOINT_FILE: path.optional(),
  TLS_CERT_FILE: path.optional(),
  TLS_KEY_FILE: path.optional(),
  /** A proxy in front terminates TLS and sets X-Forwarded-For. */
  TRUST_PROXY: flag.default(false),
  /** `{google: {issuers, jwks_uri, audiences}, apple: {…}}` as JSON; social login is off for what is missing. */
  SOCIAL_PROVIDERS: json('must be JSON')
    .pipe(
      z.partialRecord(
        z.enum(['google', 'apple']),
        z.strictObject({
          issuers: z.array(z.string()).min(1).optional(),
          jwks_uri: z.url().optional(),
          audiences: z.array(z.string()).min(1),
        }),
      ),
    )
    .default({}),
  /** Relying party of WebAuthn logins: the domain, and the origins that may ask. */
  WEBAUTHN_RP_ID: z.string().min(1).default('localhost'),
  WEBAUTHN_ORIGINS: list.pipe(z.array(z.url()).min(1)).default(['http://localhost']),
  /** OTLP/HTTP collector of traces: its base address, or where it takes traces. Nothing is traced without one. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  /** What a scraper of /metrics sends as Bearer; without one only this machine may read them. */
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w~+/.-]{16,}=*$/, 'must be at least 16 characters that a Bearer token may have')
    .optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(255).default('security-service'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})

export type Config = Readonly<Read> & {
  readonly VOID_FOUR_EYES: boolean
  readonly webhookCa: string | undefined
  /** What TLS_CERT_FILE and TLS_KEY_FILE hold. */
  readonly tls: { cert: string; key: string } | undefined
  /** What the files of the push networks hold. */
  readonly apns: ApnsAccess | undefined
  readonly fcm: FcmAccess | undefined
}

/** How to reach each push network, made when it is first needed; null = it is not configured. */
export type PushAccess = {
  readonly apns: (() => Promise<ApnsAccess>) | null
  readonly fcm: (() => Promise<FcmAccess>) | null
}

/** With all that production must configure and development may leave open (src/embedded/complete-config.ts). */
export type CompleteConfig = Config & { readonly pushAccess: PushAccess } & {
  readonly [Name in 'MASTER_KEY' | 'JWT_KEYS' | 'AUDIT_KEYS' | 'BOOTSTRAP_ADMIN_PASSWORD']: NonNullable<Config[Name]>
}

/** A configuration that can't be used; the message names every variable at fault. */
export class ConfigError extends PlainError {}

/** Reads the environment once. Throws ConfigError naming each variable that is wrong and why. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  // An empty variable means "not set": compose files and CI systems write it so.
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in Environment.shape && value !== ''),
  )
  const parsed = Environment.safeParse(given, { error: validationWords })
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map(issue => `${issue.path.join('.')} ${issue.message}`).join('\n'))
  const config = {
    ...parsed.data,
    VOID_FOUR_EYES: parsed.data.VOID_FOUR_EYES ?? parsed.data.ENVIRONMENT === 'production',
  }
  const problems = [...incomplete(config), ...(config.ENVIRONMENT === 'production' ? notForProduction(config) : [])]
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return { ...config, webhookCa: readCa(config), tls: readTls(config), apns: readApns(config), fcm: readFcm(config) }
}

/**
 * A line for each variable that is not known but resembles one that is, and that one is not set. It is said and no more, in production
 * too: the environment is full of other programs' variables, and a guess must not keep a service from starting.
 */
export function misspelt(env: NodeJS.ProcessEnv = process.env): string[] {
  const open = Object.keys(Environment.shape).filter(name => !env[name])
  return Object.keys(env).flatMap(name => {
    const meant = name in Environment.shape ? undefined : nearestName(name, open)
    return meant === undefined ? [] : [`${name} is not a variable of this service: did you mean ${meant}?`]
  })
}

/** Whom tools beside the service log in as, where it is not the first administrator. */
export function readLogin(env: NodeJS.ProcessEnv = process.env): { email: string; password: string } | undefined {
  const { SERVICE_EMAIL: email = '', SERVICE_PASSWORD: password = '' } = env
  if (email === '' && password === '') return undefined
  if (email === '' || password === '') throw new ConfigError('SERVICE_EMAIL and SERVICE_PASSWORD go together')
  return { email, password }
}

/** The environment of a process that this one starts. */
export function environmentWith(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return { ...process.env, ...more }
}

type Read = z.infer<typeof Environment>

const APNS_TOGETHER = ['APNS_KEY_FILE', 'APNS_KEY_ID', 'APNS_TEAM_ID', 'APNS_TOPIC'] as const

/** Without which each push network can't be asked. */
export const PUSH_VARIABLES = { apns: APNS_TOGETHER, fcm: ['FCM_SERVICE_ACCOUNT_FILE'] } as const

function incomplete(config: Read): string[] {
  const problems: string[] = []
  if ((config.TLS_CERT_FILE === undefined) !== (config.TLS_KEY_FILE === undefined))
    problems.push('TLS_CERT_FILE and TLS_KEY_FILE go together')
  if (config.PAYMENT_NETWORK === 'nats' && config.NATS_URL === undefined)
    problems.push('PAYMENT_NETWORK=nats needs NATS_URL')
  const apns = APNS_TOGETHER.filter(name => config[name] !== undefined)
  if (apns.length > 0 && apns.length < APNS_TOGETHER.length) {
    const missing = APNS_TOGETHER.filter(name => config[name] === undefined)
    problems.push(`${missing.join(', ')} must be set where ${apns.join(', ')} is`)
  }
  return problems
}

function notForProduction(config: Read): string[] {
  const problems: string[] = []
  if (config.EVENTSTORE_URL === undefined)
    problems.push('EVENTSTORE_URL is required in production: the embedded node is for development')
  if (config.DATABASE_URL === undefined)
    problems.push('DATABASE_URL is required in production: the embedded PostgreSQL is for development')
  if (config.MASTER_KEY === undefined)
    problems.push('MASTER_KEY is required in production: a generated key is lost with its machine')
  if (config.JWT_KEYS === undefined)
    problems.push('JWT_KEYS is required in production: generated keys are lost with their machine')
  if (config.AUDIT_KEYS === undefined)
    problems.push('AUDIT_KEYS is required in production: what generated keys signed is not known on another machine')
  if (config.BOOTSTRAP_ADMIN_PASSWORD === undefined)
    problems.push('BOOTSTRAP_ADMIN_PASSWORD is required in production: a generated one would lie in a file')
  if (config.PAYMENT_NETWORK === 'sandbox')
    problems.push('PAYMENT_NETWORK=sandbox moves no money and is refused in production')
  if (config.TLS_CERT_FILE === undefined && !config.TRUST_PROXY && !isLoopback(config.HOST))
    problems.push(
      'HOST is not a loopback address: production needs TLS_CERT_FILE and TLS_KEY_FILE, or TRUST_PROXY=true behind a TLS proxy',
    )
  return problems
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || (isIP(host) !== 0 && ipaddr.parse(host).range() === 'loopback')
}

function readTls(config: Read): Config['tls'] {
  const cert = readText('TLS_CERT_FILE', config)
  const key = readText('TLS_KEY_FILE', config)
  if (cert === undefined || key === undefined) return undefined
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw new ConfigError(
      `TLS_CERT_FILE and TLS_KEY_FILE can't be used: ${error instanceof Error ? error.message : error}`,
    )
  }
  return { cert, key }
}

function readApns(config: Read): ApnsAccess | undefined {
  const { APNS_KEY_ID: keyId, APNS_TEAM_ID: teamId, APNS_TOPIC: topic, APNS_ENDPOINT: endpoint } = config
  const pem = readText('APNS_KEY_FILE', config)
  if (pem === undefined || keyId === undefined || teamId === undefined || topic === undefined) return undefined
  const isProduction = config.ENVIRONMENT === 'production'
  return usable('APNS_KEY_FILE', () => apnsAccess(pem, { keyId, teamId, topic, endpoint, isProduction }))
}

function readFcm(config: Read): FcmAccess | undefined {
  const text = readText('FCM_SERVICE_ACCOUNT_FILE', config)
  return text === undefined ? undefined : usable('FCM_SERVICE_ACCOUNT_FILE', () => fcmAccess(text, config.FCM_ENDPOINT))
}

function usable<T>(name: FileVariable, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new ConfigError(`${name} can't be used: ${error instanceof Error ? error.message : error}`)
  }
}

type FileVariable = 'WEBHOOK_CA_FILE' | 'TLS_CERT_FILE' | 'TLS_KEY_FILE' | 'APNS_KEY_FILE' | 'FCM_SERVICE_ACCOUNT_FILE'

function readText(name: FileVariable, config: Read): string | undefined {
  const file = config[name]
  if (file === undefined) return undefined
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`${name} can't be read: ${error instanceof Error ? error.message : error}`)
  }
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Node takes any text for an authority and then trusts nobody by it. */
function readCa(config: Read): string | undefined {
  const pem = readText('WEBHOOK_CA_FILE', config)
  if (pem === undefined) return undefined
  try {
    const certificates = pem.match(CERTIFICATE) ?? []
    if (certificates.length === 0) throw new Error('it holds no PEM certificate')
    for (const certificate of certificates) new X509Certificate(certificate)
    return pem
  } catch (error) {
    throw new ConfigError(`WEBHOOK_CA_FILE can't be used: ${error instanceof Error ? error.message : error}`)
  }
}
