import { type PublicAuditKeys, signatureProblem } from '../signing.ts'
import { hashOfLine, parseCheckpoint, type StoredCheckpoint } from './checkpoint.ts'

export type CheckpointCopy = {
  name: string
  /** Number of the last checkpoint when the comparison began; 0 = none. */
  last: number
  lines: AsyncIterable<string>
  /** Must have every checkpoint that any other copy has. */
  isWhole: boolean
}

export type ComparedCheckpoint = { stored: StoredCheckpoint; problems: string[] }

/**
 * All checkpoints by number, each once. All copies must have the same line for a number; each checkpoint must name the
 * previous one and be signed. Where copies differ, the first signed one counts. A copy may begin late or end early, as
 * after an outage, but must not have gaps.
 */
export async function* compareCopies(
  copies: readonly CheckpointCopy[],
  keys: PublicAuditKeys,
): AsyncGenerator<ComparedCheckpoint, void> {
  const upTo = Math.max(...copies.map(({ last }) => last))
  const readers = copies.map(createCopyReader)
  let before: StoredCheckpoint | null = null
  for (let expected = 1; ; ) {
    const next = await Promise.all(readers.map(async reader => ({ ...reader, stored: await reader.peek() })))
    const number = Math.min(...next.map(({ stored }) => stored?.checkpoint.number ?? Number.POSITIVE_INFINITY))
    if (number > upTo) return
    const problems = next.flatMap(({ name, takeProblems }) => takeProblems().map(words => `${name} ${words}`))
    if (number > expected) problems.push(`checkpoint ${expected} is nowhere, the next that is kept is ${number}`)
    const those = next.flatMap(({ name, stored, pass }) =>
      stored?.checkpoint.number === number ? [{ name, kept: stored, pass }] : [],
    )
    for (const { name, isWhole } of next)
      if (isWhole && !those.some(one => one.name === name))
        problems.push(`${name} does not have checkpoint ${number}: it was restored from a backup or changed`)
    if (new Set(those.map(({ kept }) => kept.line)).size > 1)
      problems.push(`checkpoint ${number} is not the same in ${those.map(({ name }) => name).join(' and ')}`)
    const { kept } = those.find(({ kept }) => signatureProblem(kept.checkpoint, keys) === null) ?? those[0]!
    const unsigned = signatureProblem(kept.checkpoint, keys)
    if (unsigned !== null) problems.push(`checkpoint ${number} is not to be trusted: ${unsigned}`)
    const follows = number === 1 ? null : before === null ? undefined : hashOfLine(before.line)
    if (number === expected && follows !== undefined && kept.checkpoint.previous !== follows)
      problems.push(`checkpoint ${number} does not name the one before it`)
    for (const { pass } of those) pass()
    before = kept
    expected = number + 1
    yield { stored: kept, problems }
  }
}

function createCopyReader({ name, lines, isWhole }: CheckpointCopy) {
  const iterator = lines[Symbol.asyncIterator]()
  let next: StoredCheckpoint | null = null
  let isOver = false
  let newest = 0
  let problems: string[] = []
  return {
    name,
    isWhole,
    async peek(): Promise<StoredCheckpoint | null> {
      while (next === null && !isOver) {
        const { value, done } = await iterator.next()
        if (done === true) isOver = true
        else {
          next = parseCheckpoint(value)
          if (next === null) problems.push(`has a line behind checkpoint ${newest} that is not a checkpoint`)
          else if (newest > 0 && next.checkpoint.number !== newest + 1) {
            problems.push(`has checkpoint ${next.checkpoint.number} behind checkpoint ${newest}`)
            // A smaller number is out of order.
            if (next.checkpoint.number <= newest) next = null
          }
          newest = next?.checkpoint.number ?? newest
        }
      }
      return next
    },
    pass() {
      next = null
    },
    takeProblems(): string[] {
      const since = problems
      problems = []
      return since
    },
  }
}
