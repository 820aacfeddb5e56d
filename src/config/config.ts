import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { createSecureContext } from 'node:tls'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { OperationalError } from '#values/operational-error.ts'
import { Environment } from './environment.ts'
import { findNearestName } from './find-nearest-name.ts'
import { type NatsAccess, natsAccess } from './nats-access.ts'
import { type ApnsAccess, apnsAccess, type FcmAccess, fcmAccess } from './push-access.ts'
import { validationMessage } from './validation-messages.ts'

/** The variables of the process; each module adds its own (`config` of src/module.ts). */
export type Config = Readonly<EnvironmentValues> & {
  readonly webhookCa: string | undefined
  readonly tls: { cert: string; key: string } | undefined
  readonly nats: NatsAccess | undefined
  readonly apns: ApnsAccess | undefined
  readonly fcm: FcmAccess | undefined
}

/** Access to each push network, read when first needed; null = not configured. */
export type PushAccess = {
  readonly apns: (() => Promise<ApnsAccess>) | null
  readonly fcm: (() => Promise<FcmAccess>) | null
}

/** Complete: production requires these variables, embedded defaults fill them in (src/embedded/complete-config.ts). */
export type CompleteConfig = Config & { readonly pushAccess: PushAccess } & {
  readonly [Name in 'MASTER_KEY' | 'JWT_KEYS' | 'AUDIT_KEYS' | 'BOOTSTRAP_ADMIN_PASSWORD']: NonNullable<Config[Name]>
}

export class ConfigError extends OperationalError {}

type ModuleSchemas = readonly z.ZodObject[]

function variablesOf(modules: ModuleSchemas): typeof Environment {
  return z.object(Object.assign({}, Environment.shape, ...modules.map(({ shape }) => shape))) as typeof Environment
}

/** Throws ConfigError with the name of every wrong variable and the reason. */
export function readConfig(env: NodeJS.ProcessEnv = process.env, modules: ModuleSchemas = []): Config {
  const variables = variablesOf(modules)
  // An empty variable means "not set": compose files and CI systems write it so.
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in variables.shape && value !== ''),
  )
  const parsed = variables.safeParse(given, { error: validationMessage })
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map(issue => `${issue.path.join('.')} ${issue.message}`).join('\n'))
  const config = parsed.data
  const problems = [
    ...incompleteProblems(config),
    ...(config.ENVIRONMENT === 'production' ? productionProblems(config) : []),
  ]
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return {
    ...config,
    webhookCa: readCa('WEBHOOK_CA_FILE', config),
    tls: readCertificate('TLS_CERT_FILE', 'TLS_KEY_FILE', config),
    nats: readNats(config),
    apns: readApns(config),
    fcm: readFcm(config),
  }
}

/** A line for each unknown variable that resembles an unset one: a warning, as other programs have variables too. */
export function findMisspelt(env: NodeJS.ProcessEnv = process.env, modules: ModuleSchemas): string[] {
  const names = Object.keys(variablesOf(modules).shape)
  const unset = names.filter(name => !env[name])
  return Object.keys(env).flatMap(name => {
    const meant = names.includes(name) ? undefined : findNearestName(name, unset)
    return meant === undefined ? [] : [`${name} is not a variable of this service: did you mean ${meant}?`]
  })
}

/** Login of programs that call the API, where it is not the first administrator. */
export function readLogin(env: NodeJS.ProcessEnv = process.env): { email: string; password: string } | undefined {
  const { SERVICE_EMAIL: email = '', SERVICE_PASSWORD: password = '' } = env
  if (email === '' && password === '') return undefined
  if (email === '' || password === '') throw new ConfigError('SERVICE_EMAIL and SERVICE_PASSWORD go together')
  return { email, password }
}

export function environmentWith(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return { ...process.env, ...more }
}

type EnvironmentValues = z.infer<typeof Environment>

const APNS_TOGETHER = ['APNS_KEY_FILE', 'APNS_KEY_ID', 'APNS_TEAM_ID', 'APNS_TOPIC'] as const

export const PUSH_VARIABLES = { apns: APNS_TOGETHER, fcm: ['FCM_SERVICE_ACCOUNT_FILE'] } as const

function incompleteProblems(config: EnvironmentValues): string[] {
  const problems: string[] = []
  if ((config.TLS_CERT_FILE === undefined) !== (config.TLS_KEY_FILE === undefined))
    problems.push('TLS_CERT_FILE and TLS_KEY_FILE go together')
  if (config.PAYMENT_NETWORK === 'nats' && config.NATS_URL === undefined)
    problems.push('PAYMENT_NETWORK=nats needs NATS_URL')
  if (config.BUS.length > 0 && config.NATS_URL === undefined) problems.push(`BUS=${config.BUS} needs NATS_URL`)
  if ((config.NATS_CERT_FILE === undefined) !== (config.NATS_KEY_FILE === undefined))
    problems.push('NATS_CERT_FILE and NATS_KEY_FILE go together')
  const apns = APNS_TOGETHER.filter(name => config[name] !== undefined)
  if (apns.length > 0 && apns.length < APNS_TOGETHER.length) {
    const missing = APNS_TOGETHER.filter(name => config[name] === undefined)
    problems.push(`${missing.join(', ')} must be set, because ${apns.join(', ')} is`)
  }
  return problems
}

const PRODUCTION_REASONS = {
  EVENTSTORE_URL: 'the embedded node is for development',
  DATABASE_URL: 'the embedded PostgreSQL is for development',
  MASTER_KEY: 'a generated key is lost with its machine',
  JWT_KEYS: 'generated keys are lost with their machine',
  AUDIT_KEYS: 'another machine cannot verify what generated keys signed',
  BOOTSTRAP_ADMIN_PASSWORD: 'a generated password would be stored in a file',
} as const

function productionProblems(config: EnvironmentValues): string[] {
  const names = Object.keys(PRODUCTION_REASONS) as (keyof typeof PRODUCTION_REASONS)[]
  const problems = names
    .filter(name => config[name] === undefined)
    .map(name => `${name} is required in production: ${PRODUCTION_REASONS[name]}`)
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

function readCertificate(certName: FileVariable, keyName: FileVariable, config: EnvironmentValues): Config['tls'] {
  const cert = readText(certName, config)
  const key = readText(keyName, config)
  if (cert === undefined || key === undefined) return undefined
  readUsable(`${certName} and ${keyName}`, () => createSecureContext({ cert, key }))
  return { cert, key }
}

/** Checks the files, which are read at each connection. */
function readNats(config: EnvironmentValues): NatsAccess | undefined {
  readCa('NATS_CA_FILE', config)
  readCertificate('NATS_CERT_FILE', 'NATS_KEY_FILE', config)
  return natsAccess(config)
}

function readApns(config: EnvironmentValues): ApnsAccess | undefined {
  const { APNS_KEY_ID: keyId, APNS_TEAM_ID: teamId, APNS_TOPIC: topic, APNS_ENDPOINT: endpoint } = config
  const pem = readText('APNS_KEY_FILE', config)
  if (pem === undefined || keyId === undefined || teamId === undefined || topic === undefined) return undefined
  const isProduction = config.ENVIRONMENT === 'production'
  return readUsable('APNS_KEY_FILE', () => apnsAccess(pem, { keyId, teamId, topic, endpoint, isProduction }))
}

function readFcm(config: EnvironmentValues): FcmAccess | undefined {
  const text = readText('FCM_SERVICE_ACCOUNT_FILE', config)
  return text === undefined
    ? undefined
    : readUsable('FCM_SERVICE_ACCOUNT_FILE', () => fcmAccess(text, config.FCM_ENDPOINT))
}

function readUsable<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new ConfigError(`${name} can't be used: ${error instanceof Error ? error.message : error}`)
  }
}

type CaVariable = 'WEBHOOK_CA_FILE' | 'NATS_CA_FILE'
type FileVariable =
  | CaVariable
  | 'TLS_CERT_FILE'
  | 'TLS_KEY_FILE'
  | 'NATS_CERT_FILE'
  | 'NATS_KEY_FILE'
  | 'APNS_KEY_FILE'
  | 'FCM_SERVICE_ACCOUNT_FILE'

function readText(name: FileVariable, config: EnvironmentValues): string | undefined {
  const file = config[name]
  if (file === undefined) return undefined
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`${name} can't be read: ${error instanceof Error ? error.message : error}`)
  }
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Node accepts any text as a certificate authority, and then trusts none. */
function readCa(name: CaVariable, config: EnvironmentValues): string | undefined {
  const pem = readText(name, config)
  if (pem === undefined) return undefined
  return readUsable(name, () => {
    const certificates = pem.match(CERTIFICATE) ?? []
    if (certificates.length === 0) throw new Error('it contains no PEM certificate')
    for (const certificate of certificates) new X509Certificate(certificate)
    return pem
  })
}
