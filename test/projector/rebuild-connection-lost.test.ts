import { type ChildProcess, spawn } from 'node:child_process'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { startProjector } from '#projector/projector.ts'
import { until } from '../harness/client.ts'
import { readModels } from '../harness/every-module.ts'
import { processesIn, whileFrozen } from '../harness/processes.ts'
import { suite } from '../harness/suite.ts'
import { playHistories } from './refund-histories.ts'
import { runningStores } from './running-stores.ts'
import { eventually } from './table-contents.ts'

/** Somebody waits for the command: whatever goes away under it, it ends and says why. */
const ENDED_MS_MAX = 60_000

const test = suite('a rebuild whose stores go away')
const stores = await runningStores()
const { db, store } = stores
const projector = startProjector(stores.deps(), readModels)
await eventually('the read models are there', () => projector.health().ok, 30_000)
await playHistories(store, { seed: 61, refunds: 20, clients: 2, users: 5, daysMax: 30 })
await projector.stop()
const children = new Set<ChildProcess>()

test.after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await stores.stop()
})

type Said = { status: number | null; stdout: string; stderr: string }

/** The command, once it has built and waits for a reader to let go of the live tables; and how it ends. */
async function waitingRebuild(): Promise<{ child: ChildProcess; ended: Promise<Said> }> {
  const [holds, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const reading = db.connect(async reader => {
    await reader.query(sql.unsafe`set idle_in_transaction_session_timeout = 0`)
    await reader.query(sql.unsafe`begin`)
    await reader.query(sql.unsafe`select count(*) from read.refunds`)
    holds.resolve()
    await over.promise
    await reader.query(sql.unsafe`rollback`)
    await reader.query(sql.unsafe`reset idle_in_transaction_session_timeout`)
  })
  // Its session ends with PostgreSQL.
  reading.catch(() => undefined)
  await holds.promise
  const child = spawn(process.execPath, ['src/programs/rebuild/main.ts', 'refunds', 'reservations', '--anew'], {
    env: { ...process.env, ...stores.urls },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', chunk => {
      said[name] += chunk
    })
  const ended = new Promise<Said>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`it has not ended: ${JSON.stringify(said)}`)), ENDED_MS_MAX)
    child.once('close', status => {
      clearTimeout(late)
      over.resolve()
      resolve({ status, ...said })
    })
  })
  await until(
    () => db.exists(sql.unsafe`select 1 from pg_locks where relation = 'read.refunds'::regclass and not granted`),
    isWaiting => isWaiting,
    30_000,
  )
  return { child, ended }
}

const GONE = 'PostgreSQL is gone; run it again when it is back, it continues from what was written'

test('reports that PostgreSQL is gone when it was stopped', async () => {
  const { ended } = await waitingRebuild()
  await stores.withoutPostgres(async () => {
    assert.equal(await ended, {
      status: 1,
      stdout: ['refunds', 'reservations']
        .map(name => `${name}: not rebuilt: ${GONE}; its tables are unchanged\n`)
        .join(''),
      stderr: '0 of 2 read models were rebuilt\n',
    })
  })
})

test('ends when PostgreSQL is frozen, also when it is stopped meanwhile', async () => {
  for (const isTold of [false, true]) {
    const { child, ended } = await waitingRebuild()
    await whileFrozen(processesIn(stores.folder, 'postgres'), async () => {
      if (isTold) child.kill('SIGTERM')
      const { status, stdout, stderr } = await ended
      if (isTold) return assert.equal([status, stderr], [1, 'interrupted\n'])
      // Of the build, whose connections are given up, or of the command, whichever notices first.
      assert.equal([status, `${stdout}${stderr}`.includes(GONE)], [1, true], stderr)
    })
  }
})

test.run()
