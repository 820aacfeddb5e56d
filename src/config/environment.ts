import { resolve } from 'node:path'
import { z } from 'zod'
import {
  appleId,
  auditKeys,
  base64Key,
  cidrs,
  flag,
  httpsOrigin,
  httpUrl,
  integer,
  jwtKeys,
  list,
  path,
  postgresUrl,
} from './config-values.ts'
import { natsUrls } from './nats-access.ts'

export const BUS_DIRECTIONS = ['in', 'out'] as const

const GIB = 2 ** 30
const bytes = integer(2 ** 20, 2 ** 44)

/** Connections of a pool to PostgreSQL, unless DATABASE_POOL_MAX has another number. */
export const POOL_MAX = 20

export const ROLES = ['api', 'projector', 'reactor', 'deliverer'] as const

/**
 * README.md shows the descriptions. `unset` is the text for a default that the schema lacks, or that differs by
 * machine. After a change: `UPDATE_CHAPTERS=1 npm test -- test/generated-chapters`.
 */
export const Environment = z.object({
  PORT: integer(0, 65_535).default(8080).describe('TCP port of the API; 0 picks a free one'),
  HOST: z.string().min(1).default('127.0.0.1').describe('address on which the API listens'),
  DATA_DIR: path
    .default(resolve('data'))
    .meta({ description: 'folder with data, keys and credentials of the embedded parts', unset: '`./data`' }),
  EVENTSTORE_URL: z
    .string()
    .regex(/^esdb(\+discover)?:\/\/[^/?\s]/, 'must be an esdb:// connection string')
    .optional()
    .meta({ description: 'EventStoreDB or KurrentDB, `esdb://…`', unset: 'embedded' }),
  DATABASE_URL: postgresUrl.optional().meta({ description: 'PostgreSQL, `postgres://…`', unset: 'embedded' }),
  DATABASE_POOL_MAX: integer(5, 200)
    .default(POOL_MAX)
    .describe(
      'connections of each of the two pools of a process, one for requests and one for background work; with the session that listens for deliveries a process opens up to twice as many and one more',
    ),
  NATS_URL: natsUrls.optional().meta({
    description:
      'integration bus: `nats://` or `tls://`, several addresses of one cluster separated by commas; `PAYMENT_NETWORK=nats` needs it. With JetStream, signed checkpoints are also stored there',
    unset: 'off',
  }),
  NATS_CA_FILE: path.optional().meta({
    description: "PEM file of the certificate authorities that are trusted for NATS instead of the system's",
    unset: "the system's",
  }),
  NATS_CERT_FILE: path
    .optional()
    .describe('client certificate for NATS; together with `NATS_KEY_FILE`. The files are read at each connection'),
  NATS_KEY_FILE: path.optional().describe('private key of that certificate'),
  NATS_REPLICAS: integer(1, 5)
    .default(1)
    .describe('copies of each stream of `BUS`, on as many nodes of the cluster; more than 1 needs NATS 2.11'),
  BUS: z
    .string()
    .transform(text => (text === 'off' ? '' : text))
    .pipe(list)
    .pipe(z.array(z.enum(BUS_DIRECTIONS)))
    .default([])
    .describe(
      'what of the bus is on, apart from payments and checkpoints: `in` takes messages of other services, `out` publishes all public events, in clear; `in,out` both, `off` neither. Needs NATS with JetStream',
    ),
  BUS_IN_WAITING: integer(1, 1_000_000)
    .default(5_000)
    .describe('messages of one client and kind that may wait to be taken in; the broker refuses what is beyond'),
  BUS_IN_BYTES: bytes.default(4 * GIB).describe('size of the stream of messages that wait, bytes'),
  BUS_OUT_BYTES: bytes.default(4 * GIB).describe('size of the stream of published events, bytes; the oldest go first'),
  BUS_DEAD_BYTES: bytes.default(GIB).describe('size of the stream of refused messages, bytes; the oldest go first'),
  BUS_OUT_HOURS: integer(1, 720).default(72).describe('how long published events are kept on the bus, hours'),
  BUS_DEAD_DAYS: integer(1, 90).default(14).describe('how long refused messages are kept on the bus, days'),
  ROLES: list
    .pipe(z.array(z.enum(ROLES)).min(1))
    .default([...ROLES])
    .describe('roles of the process; each role can run in any number of separate processes'),
  MASTER_KEY: base64Key
    .optional()
    .meta({ description: 'wraps the data keys of sealed personal data: 32 bytes, base64', unset: 'generated' }),
  JWT_KEYS: jwtKeys
    .optional()
    .meta({ description: 'JWK set of private ES256 keys; the first signs, all verify', unset: 'generated' }),
  AUDIT_KEYS: auditKeys.optional().meta({
    description:
      'JWK set of private Ed25519 keys for exports and checkpoints; the first signs, all verify. They are not used for tokens',
    unset: 'generated',
  }),
  ENVIRONMENT: z
    .enum(['sandbox', 'production'])
    .default('sandbox')
    .describe(
      '`production` refuses generated keys, embedded parts, the sandbox network, and plain HTTP except on loopback',
    ),
  BOOTSTRAP_ADMIN_EMAIL: z.email().default('admin@example.com').describe('login name of the first administrator'),
  BOOTSTRAP_ADMIN_PASSWORD: z.string().min(12).max(256).optional().meta({
    description: 'password of the first administrator; production requires it, and then writes no credentials file',
    unset: 'generated',
  }),
  PAYMENT_NETWORK: z
    .enum(['sandbox', 'nats'])
    .default('sandbox')
    .describe('`nats`: a gateway on the bus, whose contract is in `/asyncapi.json`'),
  IDEMPOTENCY_TTL_S: integer(1, 2_592_000)
    .default(86_400)
    .describe('how long an Idempotency-Key is bound to its first request'),
  WEBHOOK_CA_FILE: path
    .optional()
    .describe("PEM file of certificate authorities that are trusted for endpoints in addition to the system's"),
  WEBHOOK_ALLOW_CIDRS: cidrs
    .default([])
    .describe('special-purpose address ranges that endpoints may have; embedded defaults add loopback'),
  WEBHOOK_RETRY_BASE_MS: integer(1, 3_600_000)
    .default(5_274)
    .describe('first interval of the retry schedule; each further one is 4 times as long, 8 attempts in all'),
  APNS_KEY_FILE: path.optional().meta({
    description:
      'the .p8 key that Apple gave a team. The four variables `APNS_KEY_FILE`, `APNS_KEY_ID`, `APNS_TEAM_ID` and `APNS_TOPIC` are set together; without them nothing is sent to iOS (NOTIF_008)',
    unset: 'sandbox on embedded stores',
  }),
  APNS_KEY_ID: appleId.optional().describe('id of that key'),
  APNS_TEAM_ID: appleId.optional().describe('id of the team'),
  APNS_TOPIC: z.string().min(1).max(255).optional().describe("the app's bundle id"),
  APNS_ENDPOINT: httpsOrigin
    .optional()
    .meta({ description: 'https:// address of APNs', unset: "Apple's for the environment" }),
  FCM_SERVICE_ACCOUNT_FILE: path.optional().meta({
    description: 'JSON of a service account that may send by FCM. Without it nothing is sent to Android (NOTIF_008)',
    unset: 'sandbox on embedded stores',
  }),
  FCM_ENDPOINT: httpsOrigin.optional().meta({
    description:
      'https:// address of FCM; its certificate must be for fcm.googleapis.com at any address. `NODE_EXTRA_CA_CERTS` adds authorities of your own',
    unset: '`https://fcm.googleapis.com`',
  }),
  SHUTDOWN_DELAY_MS: integer(0, 20_000)
    .default(0)
    .describe(
      'how long an ending process still accepts requests while `/health/ready` answers 503: the time that the load balancer needs to notice',
    ),
  TLS_CERT_FILE: path.optional().describe('certificate, to serve HTTPS directly; together with `TLS_KEY_FILE`'),
  TLS_KEY_FILE: path.optional().describe('private key of that certificate'),
  TRUST_PROXY: flag.default(false).describe('a proxy in front terminates TLS and sets X-Forwarded-For'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional().meta({
    description:
      "base address of the OTLP/HTTP collector for traces; the exporter's other standard variables (headers, certificates) apply as well",
    unset: 'off',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl
    .optional()
    .meta({ description: 'the whole address for traces, instead of the base address', unset: 'off' }),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w~+/.-]{16,}=*$/, 'must be at least 16 characters that a Bearer token may have')
    .optional()
    .describe(
      'Bearer token for reading `/metrics` from another machine, at least 16 characters; loopback needs no token',
    ),
  OTEL_SERVICE_NAME: z.string().min(1).max(255).default('security-service').describe('name of the service in traces'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('`trace` to `fatal`, or `silent`; lines are JSON, and readable text on a terminal outside production'),
})
