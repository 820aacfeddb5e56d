import { spawnSync } from 'node:child_process'

export function opensslDigest(signed: string, secret: string): string | null {
  const { error, stdout } = spawnSync('openssl', ['dgst', '-sha256', '-hmac', secret], {
    input: signed,
    encoding: 'utf8',
  })
  return error === undefined ? stdout.trim() : null
}
