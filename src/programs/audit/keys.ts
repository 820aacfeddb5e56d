import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { CompleteConfig, Config } from '#config/config.ts'
import { AUDIT_KEYS_FILE, auditKeysOf } from '#embedded/secrets.ts'
import { type PublicAuditKeys, publicKeysOf } from '#modules/audit/signing.ts'
import { readServiceConfig } from '#service-config.ts'
import { CommandError, UsageError } from '#terminal/command-line.ts'

export const KEY_OPTIONS = {
  jwks: { type: 'string', value: 'FILE', help: 'public keys, as GET /.well-known/jwks.json returns them' },
  key: { type: 'string', value: 'X', multiple: true, help: 'a public key: the "x" of its JWK; repeatable' },
} as const

/** Creates the keys only for the store of the data folder: no verifier knows new keys. */
export function signingKeysOf(config: Config): CompleteConfig['AUDIT_KEYS'] {
  if (config.EVENTSTORE_URL !== undefined && !hasKeys(config))
    throw new CommandError('there is no key to sign with: set AUDIT_KEYS as the service has it')
  return config.AUDIT_KEYS ?? auditKeysOf(config.DATA_DIR)
}

function hasKeys({ AUDIT_KEYS, DATA_DIR }: Config): boolean {
  return AUDIT_KEYS !== undefined || existsSync(join(DATA_DIR, AUDIT_KEYS_FILE))
}

const JwkSet = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), crv: z.string().optional(), x: z.string().optional() })),
})

type KeyOptions = { jwks?: string | undefined; key?: string[] | undefined }

/** The public keys of the options, or those of this machine's service where none are given. */
export function readPublicKeys({ jwks, key = [] }: KeyOptions): PublicAuditKeys {
  if (jwks === undefined && key.length === 0) return keysOfThisService()
  const listed = jwks === undefined ? [] : readJwks(jwks)
  let keys: PublicAuditKeys
  try {
    keys = publicKeysOf([...key.map(x => ({ kty: 'OKP', crv: 'Ed25519', x })), ...listed])
  } catch {
    throw new UsageError('--key must be a public Ed25519 key: the "x" of a JWK, 43 characters of base64url')
  }
  if (keys.size === 0) throw new CommandError(`there is no Ed25519 key in ${jwks}`)
  return keys
}

function readJwks(file: string): z.infer<typeof JwkSet>['keys'] {
  try {
    return JwkSet.parse(JSON.parse(readFileSync(file, 'utf8'))).keys
  } catch (error) {
    const why = error instanceof z.ZodError || error instanceof SyntaxError ? 'it is no JWK set' : String(error)
    throw new CommandError(`${file} can't be used: ${why}`)
  }
}

function keysOfThisService(): PublicAuditKeys {
  const config = readServiceConfig()
  if (!hasKeys(config))
    throw new UsageError(
      'by which key? --jwks names a file with the response of GET /.well-known/jwks.json, --key a key',
    )
  return publicKeysOf(signingKeysOf(config).keys)
}
