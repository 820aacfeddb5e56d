import type { Logger } from 'pino'
import type { Config } from '#config/config.ts'
import type { NatsAccess } from '#config/nats-access.ts'
import { probeEventStore } from '#edge/eventstore/probe-event-store.ts'
import { probeNats } from '#edge/nats/connect.ts'
import { probePostgres } from '#edge/postgres/probe-postgres.ts'
import type { Unreachable } from '#edge/unreachable.ts'
import { CommandError } from '#terminal/command-line.ts'

type StoreProblem = Unreachable & { line: string; isNeeded: boolean }

/**
 * Queries each configured store once, before anything is started. In production, stores may come up later: only a
 * problem that waiting does not solve ends the start.
 */
export async function checkStores(config: Config, log: Logger): Promise<void> {
  const problems = await findProblems(config)
  const isProduction = config.ENVIRONMENT === 'production'
  const fatal = problems.filter(({ isLasting, isNeeded }) => !isProduction || (isLasting && isNeeded))
  if (fatal.length > 0) throw new CommandError(fatal.map(({ line }) => line).join('\n'))
  for (const { line } of problems) log.warn(`${line}; the start continues and waits for it`)
}

async function findProblems(config: Config): Promise<StoreProblem[]> {
  const { DATABASE_URL, EVENTSTORE_URL, nats, PAYMENT_NETWORK } = config
  const results = await Promise.all([
    checkStore('PostgreSQL', 'DATABASE_URL', DATABASE_URL, hostOf, probePostgres, true),
    checkStore('the event store', 'EVENTSTORE_URL', EVENTSTORE_URL, hostOf, probeEventStore, true),
    // Without the bus no payment moves, but everything else works.
    checkStore('NATS', 'NATS_URL', PAYMENT_NETWORK === 'nats' ? nats : undefined, hostsOf, probeNats, false),
  ])
  return results.flatMap(problem => problem ?? [])
}

async function checkStore<Address>(
  what: string,
  variable: string,
  address: Address | undefined,
  where: (address: Address) => string,
  probe: (address: Address) => Promise<Unreachable | undefined>,
  isNeeded: boolean,
): Promise<StoreProblem | undefined> {
  if (address === undefined) return undefined
  const problem = await probe(address)
  if (problem === undefined) return undefined
  const remedy = problem.isLasting
    ? `correct ${variable}, or the server that it names`
    : `start it, or correct ${variable}`
  const line = `${what} can't be used at ${where(address)}: ${problem.reason} (${remedy})`
  return { ...problem, line, isNeeded }
}

const hostsOf = ({ servers }: NatsAccess) => servers.map(hostOf).join(', ')

/** Without user and password. */
function hostOf(url: string): string {
  const [, host = ''] = /^[\w+]+:\/\/(?:[^/?]*@)?([^/?]*)/.exec(url) ?? []
  return host === '' ? 'its socket' : host
}
