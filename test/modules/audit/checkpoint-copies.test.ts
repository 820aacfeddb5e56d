import * as assert from 'uvu/assert'
import { type StoredCheckpoint, signCheckpoint } from '#modules/audit/checkpoints/checkpoint.ts'
import { type CheckpointCopy, compareCopies } from '#modules/audit/checkpoints/checkpoint-copies.ts'
import { createSigner } from '#modules/audit/signing.ts'
import { suite } from '../../harness/suite.ts'
import { checkpointsOf, newAuditKeys } from './sample-checkpoints.ts'

const test = suite('copies of checkpoints')
const signer = createSigner(newAuditKeys())
const kept = checkpointsOf(signer, 5)
const lines = kept.map(({ line }) => line)

function witness(name: string, given: readonly string[], last = given.length): CheckpointCopy {
  async function* all() {
    yield* given
  }
  return { name, last, lines: all(), isWhole: name === 'PostgreSQL' }
}

async function told(...witnesses: CheckpointCopy[]) {
  const all: { number: number; line: string; problems: string[] }[] = []
  for await (const { stored, problems } of compareCopies(witnesses, signer.keys))
    all.push({ number: stored.checkpoint.number, line: stored.line, problems })
  return all
}
const problemsOf = async (...witnesses: CheckpointCopy[]) =>
  (await told(...witnesses)).flatMap(({ problems }) => problems)

/** The same checkpoint with another Merkle head, signed by whom it is given. */
function forged({ checkpoint }: StoredCheckpoint, by = createSigner(newAuditKeys())): string {
  const { format: _, key_id: __, signature: ___, ...made } = checkpoint
  return signCheckpoint(by, { ...made, head: '0'.repeat(64) }).line
}

test('are in order when all have the same', async () => {
  const all = await told(witness('PostgreSQL', lines), witness('file', lines), witness('NATS', lines))
  assert.equal(
    all.map(({ line, problems }) => ({ line, problems })),
    lines.map(line => ({ line, problems: [] })),
  )
})

test('may be fewer in a copy that was unavailable, and begin later', async () =>
  assert.equal(
    await problemsOf(
      witness('PostgreSQL', lines),
      witness('file', lines.slice(0, 3)),
      witness('NATS', lines.slice(2), 5),
    ),
    [],
  ))

test('that came while they were compared are left for the next time', async () =>
  assert.equal((await told(witness('PostgreSQL', lines, 3), witness('file', lines, 3))).length, 3))

test('must be all in PostgreSQL', async () =>
  assert.equal(await problemsOf(witness('PostgreSQL', lines.slice(0, 4)), witness('file', lines)), [
    'PostgreSQL does not have checkpoint 5: it was restored from a backup or changed',
  ]))

test('must be the same, and the one that is signed counts', async () => {
  const changed = [...lines.slice(0, 4), forged(kept[4]!)]
  const all = await told(witness('PostgreSQL', changed), witness('file', lines))
  assert.equal(all.at(-1), {
    number: 5,
    line: lines[4]!,
    problems: ['checkpoint 5 is not the same in PostgreSQL and file'],
  })
})

test('must be signed by a known key', async () => {
  const [problem] = await problemsOf(witness('PostgreSQL', [...lines.slice(0, 4), forged(kept[4]!)]))
  assert.match(problem!, /^checkpoint 5 is not to be trusted: /)
})

test('must be signed over their contents', async () => {
  const changed = lines.map(line => line.replace('"streams":4', '"streams":5'))
  const problems = await problemsOf(witness('PostgreSQL', changed))
  assert.match(problems[0]!, /^checkpoint 4 is not to be trusted: /)
})

test('must name the previous one', async () => {
  const all = await problemsOf(
    witness('PostgreSQL', [...lines.slice(0, 2), forged(kept[2]!, signer), ...lines.slice(3)]),
  )
  assert.equal(all, ['checkpoint 4 does not name the one before it'])
})

test('must begin with one that names no other', async () => {
  const { format: _, key_id: __, signature: ___, ...made } = kept[0]!.checkpoint
  const { line } = signCheckpoint(signer, { ...made, previous: '0'.repeat(64) })
  assert.equal((await problemsOf(witness('PostgreSQL', [line])))[0], 'checkpoint 1 does not name the one before it')
})

test('must have no gap', async () => {
  const without = [...lines.slice(0, 2), ...lines.slice(3)]
  assert.equal(await problemsOf(witness('PostgreSQL', lines), witness('file', without, 5)), [
    'file has checkpoint 4 behind checkpoint 2',
  ])
  assert.equal(await problemsOf(witness('PostgreSQL', without, 5)), [
    'PostgreSQL has checkpoint 4 behind checkpoint 2',
    'checkpoint 3 is nowhere, the next that is kept is 4',
  ])
})

test('must not go back', async () =>
  assert.equal(
    await problemsOf(witness('PostgreSQL', lines), witness('file', [...lines.slice(0, 3), ...lines.slice(1)])),
    ['file has checkpoint 2 behind checkpoint 3', 'file has checkpoint 3 behind checkpoint 3'],
  ))

test('have no other lines among them', async () =>
  assert.equal(await problemsOf(witness('PostgreSQL', lines), witness('file', ['{"format":', ...lines])), [
    'file has a line behind checkpoint 0 that is not a checkpoint',
  ]))

test.run()
