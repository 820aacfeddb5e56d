import { readFileSync, writeFileSync } from 'node:fs'
import * as assert from 'uvu/assert'
import { ENQUEUER, ENQUEUER_VERSION } from '#delivery/queue.ts'
import { migrationsOf } from '#migrations.ts'
import { modules } from '#modules.ts'
import { readServiceConfig } from '#service-config.ts'
import { publicPrefixes } from '../harness/every-module.ts'
import { suite } from '../harness/suite.ts'

/**
 * What followers take that keep a place of their own and no version of tables. Processes of the version before run
 * beside new ones and lead, and what is not theirs goes by: a family more has to be known to a migration, which makes
 * them leave it to those that know it. Read models have such a version already.
 */
const test = suite('what followers take')
const FROZEN = new URL('../fixtures/followed.json', import.meta.url)

type Reach = Record<string, { version: number; prefixes: string[] }>

const config = readServiceConfig({})
const reactions = modules.flatMap(module => module.reactions?.(config) ?? [])
const reach: Reach = Object.fromEntries(
  [{ name: ENQUEUER, version: ENQUEUER_VERSION, prefixes: publicPrefixes }, ...reactions].map(
    ({ name, version = 1, prefixes }) => [name, { version, prefixes: [...new Set(prefixes)].sort() }],
  ),
)

/** Followers that take more than under the same version before. */
function grown(now: Reach, before: Reach): string[] {
  return Object.entries(now).flatMap(([name, { version, prefixes }]) => {
    const known = before[name]
    if (known === undefined || known.version < version) return []
    const more = prefixes.filter(prefix => !known.prefixes.includes(prefix))
    return more.length === 0 ? [] : [`${name} takes ${more}: raise its version, and ops.checkpoints in a migration`]
  })
}

/** Followers whose version no migration raises. */
function unraised(now: Reach): string[] {
  const statements = migrationsOf(modules).flatMap(migration => migration.statements)
  const raises = (name: string, version: number) =>
    statements.some(
      ({ sql, values }) => sql.includes('update ops.checkpoints') && values.includes(name) && values.includes(version),
    )
  return Object.entries(now).flatMap(([name, { version }]) => (version === 1 || raises(name, version) ? [] : [name]))
}

if (process.env.FREEZE_FOLLOWED !== undefined) writeFileSync(FROZEN, `${JSON.stringify(reach, null, 2)}\n`)
const frozen: Reach = JSON.parse(readFileSync(FROZEN, 'utf8'))

test('is no more than the same version took before', () => {
  assert.equal(grown(reach, frozen), [])
  const { prefixes } = reach[ENQUEUER]!
  const more = { ...reach, [ENQUEUER]: { version: ENQUEUER_VERSION, prefixes: [...prefixes, 'other-'] } }
  assert.equal(grown(more, frozen), [`${ENQUEUER} takes other-: raise its version, and ops.checkpoints in a migration`])
  assert.equal(grown({ ...more, [ENQUEUER]: { ...more[ENQUEUER]!, version: ENQUEUER_VERSION + 1 } }, frozen), [])
})

test('is raised by a migration', () => {
  assert.equal(unraised(reach), [])
  assert.equal(unraised({ [ENQUEUER]: { version: 1_000, prefixes: [] } }), [ENQUEUER])
})

test('is frozen: FREEZE_FOLLOWED=1 node test/run.ts subscription/reach', () => {
  assert.equal(reach, frozen)
})

test.run()
