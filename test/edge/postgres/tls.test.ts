import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { probePostgres } from '#edge/postgres/probe-postgres.ts'
import { temporaryCa } from '#embedded/development-ca.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('PostgreSQL with TLS')
const dataDir = mkdtempSync(join(tmpdir(), 'tls-'))
const postgres = await startEmbeddedPostgres({ dataDir })
const [authority, other] = await Promise.all([temporaryCa(), temporaryCa()])

function file(name: string, text: string): string {
  const path = join(dataDir, name)
  writeFileSync(path, text, { mode: 0o600 })
  return path
}
const { cert, key } = await authority.issue(['127.0.0.1'])
const settings = { ssl_cert_file: file('cert.pem', cert), ssl_key_file: file('key.pem', key), ssl: 'on' }
const db = await connectPostgres(postgres.url)
for (const [name, value] of Object.entries(settings))
  await db.query(sql.unsafe`alter system set ${sql.identifier([name])} = ${sql.literalValue(value)}`)
await db.query(sql.unsafe`select pg_reload_conf()`)
const [ours, foreign] = [file('ours.pem', authority.caPem), file('foreign.pem', other.caPem)]

/** Whether what is said there is encrypted, or why nothing is said. */
async function connectedWith(options: string): Promise<string> {
  try {
    const there = await connectPostgres(`${postgres.url}?${options}`)
    const isEncrypted = await there.oneFirst(sql.type(z.object({ ssl: z.boolean() }))`
      select ssl from pg_stat_ssl where pid = pg_backend_pid()`)
    await there.end()
    return isEncrypted ? 'encrypted' : 'in clear'
  } catch {
    return 'refused'
  }
}

for (const [options, expected] of [
  [`sslmode=verify-full&sslrootcert=${ours}`, 'encrypted'],
  [`sslmode=require&sslrootcert=${ours}`, 'encrypted'],
  [`sslrootcert=${ours}`, 'encrypted'],
  [`ssl=true`, 'refused'],
  [`sslmode=verify-full&sslrootcert=${foreign}`, 'refused'],
  [`sslmode=require`, 'refused'],
  [`sslmode=no-verify`, 'encrypted'],
  [`sslmode=disable`, 'in clear'],
] as const)
  test(`${options.replaceAll(`${dataDir}/`, '')}: ${expected}, at the start and afterwards`, async () => {
    assert.is(await connectedWith(options), expected)
    const trouble = await probePostgres(`${postgres.url}?${options}`)
    assert.is(trouble !== undefined, expected === 'refused')
  })

test('a missing certificate is reported at the start', async () => {
  assert.equal(await probePostgres(`${postgres.url}?sslrootcert=${dataDir}/nowhere.pem`), {
    reason: `ENOENT: no such file or directory, open '${dataDir}/nowhere.pem'`,
    isLasting: true,
  })
})

test.after(async () => {
  await db.end()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
test.run()
