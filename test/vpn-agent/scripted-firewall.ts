import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * The socket of `npm run vpn-firewall`, which does nothing but keep what it was asked. `onRequest` sees each line as it
 * comes.
 */
export async function startScriptedFirewall(onRequest: (line: string) => void = () => undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'scripted-firewall-'))
  const socket = join(folder, 'firewall.sock')
  const requests: string[] = []
  const agents = new Set<Socket>()
  let answer: string | null = 'ok'

  const server = createServer(agent => {
    agents.add(agent)
    agent.on('error', () => undefined)
    agent.once('close', () => agents.delete(agent))
    const lines = createInterface({ input: agent })
    lines.on('error', () => undefined)
    lines.on('line', line => {
      requests.push(line)
      onRequest(line)
      if (answer !== null) agent.write(`${answer}\n`)
    })
  })
  await new Promise<void>(resolve => server.listen(socket, resolve))
  const drop = () => {
    for (const agent of agents) agent.destroy()
  }

  return {
    ...{ socket, requests, drop },
    /** What it answers from now on; null: nothing. */
    answers(line: string | null): void {
      answer = line
    },
    async close(): Promise<void> {
      drop()
      await new Promise(resolve => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
