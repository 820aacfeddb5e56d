import { execFile, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { migrate, migrationStatus } from '#edge/postgres/schema.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { until } from '../../harness/client.ts'
import { dataFolder } from '../../harness/data-folder.ts'
import { suite } from '../../harness/suite.ts'
import { steps } from './migration-steps.ts'

const test = suite('migrations')
const folder = dataFolder('migrations-')
const root = resolve(import.meta.dirname, '../../..')
const postgres = await startEmbeddedPostgres({ dataDir: folder })
const db = await connectPostgres(postgres.url)
/** PostgreSQL ends an idle transaction after 8 s. */
const FREED_MS_MAX = 20_000

const anew = async () => {
  for (const schema of ['ops', 'vault', 'read'])
    await db.query(sql.unsafe`drop schema if exists ${sql.identifier([schema])} cascade`)
}

test('are applied once, by the first process', async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(db, steps)))
  assert.equal(
    applied.flat().sort(),
    steps.map(({ name }) => name),
  )
  assert.equal(await migrate(db, steps), [])
})

test('of which one fails leave nothing behind', async () => {
  await anew()
  const broken = { name: 'test-003', statements: [sql.unsafe`select nothing`] }
  await migrate(db, [...steps, broken]).then(
    () => assert.unreachable('it was applied'),
    error => assert.match(error.message, 'nothing'),
  )
  assert.equal(
    (await migrationStatus(db, steps)).map(({ applied_at }) => applied_at),
    [null, null],
  )
})

test('that are under way in a process that freezes keep no other waiting for long', async () => {
  await anew()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'migrating-process.ts'), postgres.url], {
    stdio: 'inherit',
  })
  const gone = new Promise(done => child.once('exit', done))
  const state = async () => /^State:\s+(\w)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
  await until(state, letter => letter === 'T')
  const since = Date.now()
  const late = setTimeout(() => child.kill('SIGKILL'), FREED_MS_MAX)
  try {
    assert.equal(
      await migrate(db, steps),
      steps.map(({ name }) => name),
    )
    assert.ok(Date.now() - since < FREED_MS_MAX, `it took ${Date.now() - since} ms`)
  } finally {
    clearTimeout(late)
    child.kill('SIGKILL')
    await gone
  }
})

test('are shown and applied by a command', async () => {
  await anew()
  const run = async (...words: string[]) => {
    const env = { ...process.env, DATABASE_URL: postgres.url }
    const { stdout } = await promisify(execFile)(process.execPath, ['src/programs/migrate.ts', ...words], {
      cwd: root,
      env,
    })
    return stdout.trim().split('\n')
  }
  const before = await run('--status')
  const names = before.slice(0, -1).map(line => line.split(' ')[0]!)
  assert.ok(names.length > 10 && names.includes('webhooks-001'), names.join())
  assert.equal(
    before.slice(0, -1).map(line => line.replace(/ +/, ' ')),
    names.map(name => `${name} pending`),
  )
  assert.is(before.at(-1), `${names.length} pending; \`npm run migrate\` applies them`)
  assert.equal(await run(), [`applying ${names.join(', ')}`, `${names.length} applied`])
  await db.query(sql.unsafe`insert into ops.migrations (name) values ('later-001')`)
  const after = await run('--status')
  const when = /^(\S+) +applied \d{4}-\d\d-\d\dT[\d:.]+Z$/
  assert.equal(
    after.slice(0, -2).map(line => when.exec(line)?.[1]),
    names,
  )
  assert.match(after.at(-2)!, /^later-001 +applied \S+Z, by a newer version$/)
  assert.is(after.at(-1), 'nothing is pending')
  assert.equal(await run(), ['nothing to apply'])
})

test.after(async () => {
  await db.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

test.run()
