import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { createVault, vaultMigrations } from '#edge/vault/vault.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { beneficiarySubject } from '#services/refunds/sealed-fields.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { suite } from '../harness/suite.ts'

/**
 * Sealed texts live in events for ever; what can be read of them is decided by the key table and the master key
 * alone.
 */
const test = suite('the vault')
const folder = dataFolder('vault-')
const postgres = await startEmbeddedPostgres({ dataDir: folder })
const db = await connectPostgres(postgres.url)
await migrate(db, vaultMigrations)
const masterKey = randomBytes(32)
const vault = createVault(db, masterKey)
/** Another process: it remembers no key. */
const another = () => createVault(db, masterKey)

test.after(async () => {
  await db.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    text => assert.unreachable(`it was opened: ${text}`),
    error => error,
  )
}

test('a text opens with its own seal context and no other, in every process', async () => {
  const subject = beneficiarySubject('clt_1', 'user_1')
  const sealed = await vault.seal(subject, 'rf_1|name', 'Ada Lovelace')
  assert.not.match(sealed, 'Ada')
  assert.is.not(await vault.seal(subject, 'rf_1|name', 'Ada Lovelace'), sealed)
  assert.is(await another().open(sealed, 'rf_1|name'), 'Ada Lovelace')
  for (const place of ['rf_2|name', 'rf_1|account_number'])
    assert.instance(await rejection(vault.open(sealed, place)), Error)
})

test('another master key opens nothing', async () => {
  const sealed = await vault.seal('s-master', 'p', 'secret')
  assert.instance(await rejection(createVault(db, randomBytes(32)).open(sealed, 'p')), Error)
})

test('processes that meet a new subject at the same moment come to one key', async () => {
  const sealed = await Promise.all(Array.from({ length: 10 }, (_, n) => another().seal('s-race', 'p', `text ${n}`)))
  const opened = await Promise.all(sealed.map(text => another().open(text, 'p')))
  assert.equal(
    opened,
    Array.from({ length: 10 }, (_, n) => `text ${n}`),
  )
})

test('the first texts of a subject, sealed at once, write its key once, and again after a failure', async () => {
  let writes = 0
  const oneFirst: typeof db.oneFirst = async (...query) => {
    writes += 1
    if (writes === 1) throw new Error('PostgreSQL is away')
    return db.oneFirst(...query)
  }
  const watched = createVault({ ...db, oneFirst }, masterKey)
  assert.instance(await rejection(watched.seal('s-once', 'p', 'lost')), Error)
  const [sealed, digest] = await Promise.all([
    watched.seal('s-once', 'p', 'kept'),
    watched.digestFor('s-once', 'p', 'kept'),
    watched.seal('s-once', 'q', 'another'),
  ])
  assert.is(writes, 2)
  assert.is(await another().open(sealed, 'p'), 'kept')
  assert.is(await another().digestAgain('s-once', 'p', 'kept'), digest)
})

test('what was sealed for an erased subject stays shut, also when the subject comes back', async () => {
  const before = await vault.seal('s-erased', 'p', 'before')
  await vault.erase('s-erased')
  assert.is(await vault.open(before, 'p'), null)
  const after = await vault.seal('s-erased', 'p', 'after')
  assert.is(await another().open(before, 'p'), null)
  assert.is(await another().open(after, 'p'), 'after')
})

test('a backup without the key table opens nothing, even with the master key', async () => {
  const sealed = await vault.seal('s-backup', 'p', 'secret')
  await db.query(sql.unsafe`delete from vault.data_keys where subject = 's-backup'`)
  assert.is(await another().open(sealed, 'p'), null)
})

test('a key that is another one since a restore is read again', async () => {
  const remembering = another()
  await remembering.seal('s-restored', 'p', 'before')
  await db.query(sql.unsafe`delete from vault.data_keys where subject = 's-restored'`)
  const sealed = await another().seal('s-restored', 'p', 'after')
  assert.is(await remembering.open(sealed, 'p'), 'after')
})

test.run()
