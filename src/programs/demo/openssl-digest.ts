import { spawnSync } from 'node:child_process'

/** What openssl comes to, as a shell shows it; null where this machine has none. */
export function opensslDigest(signed: string, secret: string): string | null {
  const { error, stdout } = spawnSync('openssl', ['dgst', '-sha256', '-hmac', secret], {
    input: signed,
    encoding: 'utf8',
  })
  return error === undefined ? stdout.trim() : null
}
