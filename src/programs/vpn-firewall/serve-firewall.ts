import { rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Logger } from 'pino'
import { loadRuleset, runNft, transactionOf } from './nft.ts'
import { parseRequest } from './protocol.ts'

type Settings = { socket: string; rules: string; timeoutS: number }
type PendingRequest = { transaction: string; done(): void }

/**
 * Requests that arrive while nft runs become one transaction. Rejects as soon as nft fails, for example because another
 * program deleted the table: the next start loads the ruleset again, and the agent names all addresses.
 */
export async function serveFirewall(
  { socket, rules, timeoutS }: Settings,
  { log, ended }: { log: Logger; ended: AbortSignal },
): Promise<void> {
  const agents = new Set<Socket>()
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  let pending: PendingRequest[] = []
  let isRunning = false

  async function apply(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      while (pending.length > 0) {
        const batch = pending
        pending = []
        await runNft(batch.map(({ transaction }) => transaction).join(''))
        for (const { done } of batch) done()
      }
    } catch (error) {
      failed.reject(error)
    } finally {
      isRunning = false
    }
  }

  const server = createServer(agent => {
    agents.add(agent)
    agent.on('error', () => undefined)
    agent.once('close', () => agents.delete(agent))
    const lines = createInterface({ input: agent })
    lines.on('error', () => undefined)
    lines.on('line', line => {
      const request = parseRequest(line)
      if (request === null) {
        log.warn('a request was invalid')
        agent.end('error: not understood\n')
        return
      }
      pending.push({ transaction: transactionOf(request, timeoutS), done: () => agent.write('ok\n') })
      void apply()
    })
  })

  await loadRuleset(rules)
  // Left by a killed process.
  rmSync(socket, { force: true })
  const umask = process.umask(0o177)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socket, resolve)
  })
  process.umask(umask)
  log.info({ rules, timeout_s: timeoutS }, 'ruleset loaded')
  const aborted = new Promise<void>(resolve => ended.addEventListener('abort', () => resolve(), { once: true }))
  try {
    if (!ended.aborted) await Promise.race([aborted, failed.promise])
  } finally {
    server.close()
    for (const agent of agents) agent.destroy()
  }
}
