import { existsSync, globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { runCommand, UsageError } from '#terminal/command-line.ts'
import { EMPTY } from './harness/data-folder.ts'
import { searchLogs } from './harness/log-search.ts'
import { createTestProcesses, type Outcome } from './harness/test-processes.ts'

/**
 * uvu alone exits 0 when a file forgets `.run()`, when a hook throws or when nothing is registered, and hangs on an
 * open handle; each is a failure here.
 */
const COMMAND = {
  start: 'node test/run.ts',
  forms: ['[PART …]'],
  about: `Runs every test file, or those whose path contains a PART, and compares what ran with what exists. Several files
share a process; one that fails there is run again in one of its own, and that counts. At the end everything that was
logged is searched for every secret that the tests used; that counts as one test more.`,
} as const
/**
 * Two cores: a file uses half of one on average. The heavy ones (kills, load) are started first so that the tail is
 * short.
 */
const PARALLEL = 3
const HEAVY = ['kill', 'durability', 'walk']
/**
 * What mostly waits, for time limits and for what is frozen or killed, needs next to no CPU: one of these at a time
 * beside the others.
 */
const WAITING = [
  ...['outages', 'outage.test', 'failover', 'takeover', 'deadline', 'suspended', 'leaders', 'follower.test'],
  ...['delivery/replay', 'subjects/processes', 'fraud-outcomes', 'test/vpn/', 'unreliable-gateway'],
]
/** What says something about times has the machine to itself. */
const ALONE = ['load', 'silence', 'soak', 'vpn/endings', 'small-fleet', 'fleet/full']
/** Others share a process with their neighbours: loading what they import costs more than most of them. */
const TOGETHER_MAX = 8
/**
 * What measures its process or its imports, and what chance decides: a second try would hide what the first found. And
 * what ends its process, or leaves it with as many shared statements as it may have.
 */
const OWN_PROCESS = [
  ...['memory', 'metrics', 'long-history', 'inbound-processes', 'http/tracing', 'fuzz', 'race'],
  ...['real-parts', 'projector/neighbours'],
]
/**
 * Of a whole run, so many files that failed are run once more, alone, when all else is over, and the run says which:
 * where a machine is shared, a time limit may pass for no fault of ours. More than these are no accident, and what
 * chance is asked to find (a killing at the wrong moment, input that nobody thought of) may not come a second time:
 * that failed for good.
 */
const AGAIN_MAX = 3
const BY_CHANCE = ['kill', 'durability', 'fuzz']
const COUNTEREXAMPLE = 'Property failed after'

const root = new URL('..', import.meta.url).pathname
function weight(file: string) {
  return HEAVY.some(word => file.includes(word)) ? 1 : 0
}

function mayBeAnAccident({ file, failed, output }: Outcome) {
  return failed > 0 && !output.includes(COUNTEREXAMPLE) && !BY_CHANCE.some(word => file.includes(word))
}

/** Data folders are in memory where it has room: the stores flush to it at no cost. */
const MEMORY = '/dev/shm'
const MEMORY_BYTES_MIN = 8e9

function scratchParent(): string {
  if (process.env.TMPDIR !== undefined || !existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= MEMORY_BYTES_MIN ? MEMORY : tmpdir()
}

const scratch = mkdtempSync(join(scratchParent(), 'test-report-'))
const kept = join(scratch, 'kept')
const processes = createTestProcesses({ root, scratch, kept })
// A run that is ended ends its tests with it: a left-over process would hold ports and folders.
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    processes.killAll()
    process.exit(1)
  })
const isAlone = (file: string) => ALONE.some(word => file.includes(word))
const isWaiting = (file: string) => WAITING.some(word => file.includes(word))
/** A process for each of these: what measures a process, is killed, or says something about times. */
const hasItsOwn = (file: string) =>
  isAlone(file) || isWaiting(file) || weight(file) > 0 || OWN_PROCESS.some(word => file.includes(word))

/** Files in the order given, those that may share a process several at a time. */
function grouped(files: readonly string[]): string[][] {
  const groups: string[][] = []
  const together = Math.min(TOGETHER_MAX, files.length / PARALLEL)
  let shared: string[] = []
  for (const file of files) {
    if (hasItsOwn(file)) groups.push([file])
    else if (shared.length > 0 && shared.length < together) shared.push(file)
    else {
      shared = [file]
      groups.push(shared)
    }
  }
  return groups
}

let outcomes: Outcome[] = []
const byThemselves: string[] = []

function show(outcome: Outcome) {
  const mark = outcome.failed > 0 ? 'FAIL' : 'ok  '
  const cpu = outcome.cpuSeconds === null ? '' : ` (${outcome.cpuSeconds.toFixed(1)} s of CPU)`
  console.log(
    `${mark} ${relative('test', outcome.file)}  ${outcome.passed} passed  ${outcome.seconds.toFixed(1)} s${cpu}`,
  )
  for (const [line] of outcome.output.matchAll(/^left out: .*$/gm)) console.log(`     ${line}`)
  if (outcome.failed > 0) console.log([...outcome.problems.map(p => `     ${p}`), outcome.output].join('\n'))
}

async function runGroup(files: readonly string[]) {
  for (const outcome of await processes.run(files)) {
    if (outcome.failed === 0 || files.length === 1 || outcome.output.includes(COUNTEREXAMPLE)) {
      outcomes.push(outcome)
      show(outcome)
      continue
    }
    console.log(
      `     ${relative('test', outcome.file)} is run by itself: it did not pass beside others\n${outcome.output}`,
    )
    await runGroup([outcome.file])
  }
}

/** Takes groups of files from the first queue that has one, until none has. */
async function runAll(...queues: string[][][]) {
  const next = () => queues.find(({ length }) => length > 0)?.shift()
  for (let files = next(); files !== undefined; files = next()) await runGroup(files)
}
async function runAgain() {
  const failed = outcomes.filter(outcome => outcome.failed > 0)
  if (failed.length > AGAIN_MAX || !failed.every(mayBeAnAccident)) return
  for (const { file } of failed) {
    console.log(`once more, alone: ${relative('test', file)}`)
    outcomes = outcomes.filter(outcome => outcome.file !== file)
    await runAll([[file]])
  }
  const passed = failed.filter(({ file }) => outcomes.some(outcome => outcome.file === file && outcome.failed === 0))
  for (const { file } of passed) console.log(`PASSED ONLY AT ITS SECOND RUN: ${relative('test', file)}`)
}
/**
 * What a failed test prints about itself may show anything; the others may not. A part of the tests may use no secret
 * at all, or log nothing.
 */
function searchOutcome(wanted: readonly string[]): Outcome | null {
  const started = Date.now()
  const printed = outcomes
    .filter(({ failed }) => failed === 0)
    .map(({ file, output }) => ({ name: file, text: output }))
  const { secrets, bytes, found } = searchLogs(processes.logs, printed)
  if (wanted.length > 0 && (secrets === 0 || bytes === 0)) return null
  const problems = secrets === 0 || bytes === 0 ? ['there is nothing to search, or nothing to search for'] : found
  const what = `${secrets} secrets in ${(bytes / 1_000_000).toFixed(1)} MB of logs: ${found.length} found`
  console.log(`${problems.length > 0 ? 'FAIL' : 'ok  '} ${what}  ${((Date.now() - started) / 1_000).toFixed(1)} s`)
  for (const problem of problems) console.log(`     ${problem}`)
  const failed = problems.length > 0 ? 1 : 0
  return { file: 'the logs', problems, passed: 1 - failed, failed, output: '', seconds: 0, cpuSeconds: null }
}

await runCommand(COMMAND, async ({ positionals: wanted }) => {
  const files = globSync('test/**/*.test.ts', { cwd: root })
    .filter(file => wanted.length === 0 || wanted.some(part => file.includes(part)))
    .sort((a, b) => weight(b) - weight(a) || a.localeCompare(b))
  if (files.length === 0) throw new UsageError(`no test file has ${wanted.join(' or ')} in its path`)
  const postgres = await startEmbeddedPostgres({ dataDir: join(kept, EMPTY) })
  await postgres.stop()
  const together = files.filter(file => !isAlone(file))
  const waiting = together.filter(isWaiting)
  const busy = together.filter(file => !isWaiting(file))
  await runAll(grouped(files.filter(isAlone)))
  const queues = [grouped(waiting), grouped(busy)] as const
  await Promise.all([runAll(...queues), ...Array.from({ length: PARALLEL }, () => runAll(queues[1], queues[0]))])
  if (wanted.length === 0) await runAgain()
  const search = searchOutcome(wanted)
  if (search !== null) outcomes.push(search)
  rmSync(scratch, { recursive: true, force: true })

  const passed = outcomes.reduce((total, o) => total + o.passed, 0)
  const failed = outcomes.reduce((total, o) => total + o.failed, 0)
  for (const file of byThemselves) console.log(`was run again by itself: ${relative('test', file)}`)
  for (const { file } of outcomes.filter(outcome => outcome.failed > 0))
    console.log(`failed: ${relative('test', file)}`)
  if (passed === 0) console.log('no test ran')
  console.log(`${passed} passed, ${failed} failed`)
  process.exit(failed > 0 || passed === 0 ? 1 : 0)
})
