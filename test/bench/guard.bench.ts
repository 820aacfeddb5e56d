import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { resolve } from 'node:path'
import { CommandError } from '#terminal/command-line.ts'
import type { BesideFloor } from './figures.ts'
import { scoresBesideFloor } from './fraud.bench.ts'
import { Kept, type Measured, ratioOf, reportOf } from './guard-report.ts'
import { lifeBesideFloor } from './life.bench.ts'
import { refundRequestsBesideFloor } from './refunds.bench.ts'
import { deliveriesBesideFloor } from './webhooks.bench.ts'

/**
 * Whether the service is as fast as the last release was. A figure depends on the machine, its ratio to a floor of
 * the same run hardly does: the ratios are compared with those of the last release (`ratios.json`).
 * `BENCH_KEEP_AS=<release>` keeps the ratios of this run under that name.
 */
export const name = 'guard: ratios to the floors, beside those of the last release'

const RATIOS = resolve(import.meta.dirname, 'ratios.json')
const KEEP_AS = process.env.BENCH_KEEP_AS ?? ''
/**
 * Many short rounds, so that what else runs on the machine meets a figure and its floor alike; odd, so that the
 * median is one of them.
 */
const ROUNDS = 15
/**
 * Each round of deliveries starts a deliverer, and a life is measured by CPU time, which depends less on what else
 * runs.
 */
const DELIVERY_ROUNDS = 9
const LIFE_ROUNDS = 3
const MEASURES: Record<string, () => Promise<BesideFloor[]>> = {
  'refund requests/s, role api': () => refundRequestsBesideFloor(ROUNDS),
  'scores/s, 16 at a time': () => scoresBesideFloor(ROUNDS),
  'deliveries/s, one endpoint': () => deliveriesBesideFloor(DELIVERY_ROUNDS),
  "CPU ms of a refund's life, everything": async () => (await life()).counted,
  "CPU ms of a refund's life, rest off": async () => (await life()).withoutRest,
}

let measuredLife: ReturnType<typeof lifeBesideFloor> | undefined
/** Two measures of one run. */
const life = () => (measuredLife ??= lifeBesideFloor(LIFE_ROUNDS))

export async function bench(): Promise<void> {
  const measured: Measured[] = []
  const failures: string[] = []
  for (const [what, measure] of Object.entries(MEASURES)) {
    try {
      measured.push({ what, rounds: await measure() })
    } catch (error) {
      failures.push(`${what} could not be measured: ${error instanceof Error ? error.message : error}`)
    }
  }
  for (const line of reportOf(measured, readKept())) console.log(line)
  if (failures.length > 0) throw new CommandError(failures.join('\n'))
  if (KEEP_AS !== '') keep(measured)
}

function readKept(): Kept | null {
  try {
    return Kept.parse(JSON.parse(readFileSync(RATIOS, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function keep(measured: readonly Measured[]): void {
  const ratios = Object.fromEntries(measured.map(one => [one.what, Number(ratioOf(one).toFixed(3))]))
  const kept: Kept = { release: KEEP_AS, node: process.version, cores: cpus().length, ratios }
  writeFileSync(RATIOS, `${JSON.stringify(kept, null, 2)}\n`)
}
