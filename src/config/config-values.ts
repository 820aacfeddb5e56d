import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

/** Parsers of environment variables. Messages about secrets do not repeat them. */

export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine(n => n >= min && n <= max, `must be from ${min} to ${max}`)

export const flag = z.enum(['true', 'false']).transform(value => value === 'true')

export const list = z.string().transform(text =>
  text
    .split(',')
    .map(item => item.trim())
    .filter(Boolean),
)

export const path = z
  .string()
  .min(1)
  .transform(text => resolve(text))

export const json = (refusal: string) =>
  z.string().transform((text, issue): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      issue.addIssue(refusal)
      return z.NEVER
    }
  })

export const base64Key = z
  .string()
  .refine(text => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64')
  .transform(text => Buffer.from(text, 'base64'))

const keySet = <Key extends z.ZodType>(key: Key) =>
  json('must be a JSON Web Key Set with private keys').pipe(z.object({ keys: z.array(key).min(1) }))

export const jwtKeys = keySet(
  z
    .looseObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string(), d: z.string() })
    .refine(
      key => holds(() => createPrivateKey({ key, format: 'jwk' }).type === 'private'),
      'is not a private key on P-256',
    ),
)

/** Node signs with `d` and ignores `x`, which is published: with a wrong `x`, no signature would verify. */
export const auditKeys = keySet(
  z
    .looseObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), d: z.string() })
    .refine(
      ({ kty, crv, x, d }) =>
        holds(() => publicJwk(createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' })).x === x),
      'is not a private key on Ed25519',
    ),
)

function publicJwk(key: KeyObject) {
  return createPublicKey(key).export({ format: 'jwk' })
}

function holds(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}

/** By tier, as `A=1000,C=none`; a tier that is not named keeps its default. Null = no quota. */
export const quotas = (defaults: { A: number | null; B: number | null; C: number | null }) =>
  list.transform((entries, issue) => {
    const quotaByTier = { ...defaults }
    for (const entry of entries) {
      const [, tier, number] = /^([ABC])=(none|[1-9]\d{0,11})$/.exec(entry) ?? []
      if (tier === 'A' || tier === 'B' || tier === 'C') quotaByTier[tier] = number === 'none' ? null : Number(number)
      else issue.addIssue(`${entry} is not a quota of a tier (like A=1000 or C=none)`)
    }
    return quotaByTier
  })

export const cidrs = list.superRefine((ranges, issue) => {
  for (const range of ranges)
    if (!ipaddr.isValidCIDR(range)) issue.addIssue(`${range} is not an address range (like 10.0.0.0/8)`)
})

export const httpUrl = z
  .string()
  .refine(
    text => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be an http:// or https:// address',
  )

export const httpsOrigin = z
  .string()
  .refine(
    text => URL.canParse(text) && new URL(text).protocol === 'https:' && /^https:\/\/[^/?#@]+\/?$/.test(text),
    'must be an https:// address without a path',
  )
  .transform(text => new URL(text).origin)

export const appleId = z.string().regex(/^[A-Z0-9]{10}$/, 'must be ten capital letters and digits, as Apple gives it')

/** Passwords often contain characters that a URL may not: the driver would fail without naming the variable. */
export const postgresUrl = z.string().refine(
  text =>
    holds(() => {
      const { protocol, username, password, pathname } = new URL(text)
      decodeURIComponent(username + password + pathname)
      return /^postgres(ql)?:$/.test(protocol)
    }),
  'must be a postgres:// connection string, with percent signs for special characters',
)
