import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import type { TunnelRouting } from '#domain/vpn/servers/events.ts'
import { serverConfigCommand } from '#programs/vpn/server-config.ts'
import { SERVER_ADDRESS } from '#programs/vpn-lab/addresses.ts'
import { listMissing } from '#programs/vpn-lab/lab-requirements.ts'
import type { ProcessOutput } from '#programs/vpn-lab/spawn-with-output.ts'
import { keepLine } from '../harness/log.ts'
import { noteSecret } from '../harness/secrets.ts'
import { startTestService } from '../harness/service.ts'
import { standstill } from '../harness/standstill.ts'
import type { suite } from '../harness/suite.ts'
import { connectOf, newAgent, newServer } from '../modules/vpn/vpn-samples.ts'
import { createTestLab, type StartOptions } from './test-lab.ts'

type Test = ReturnType<typeof suite>

/** Adds tests that need real tunnels, or the one that says what is missing for them. */
export async function onLab(test: Test, tests: () => Promise<void>): Promise<void> {
  const missing = listMissing()
  if (missing.length === 0) return tests()
  const isRequired = process.env.VPN_LAB === 'required'
  test(isRequired ? 'needs what is missing here' : 'is left out: something is missing here', () => {
    console.log(`\nleft out: real tunnels, for which there is no ${missing.join(', no ')}`)
    assert.not(isRequired, `VPN_LAB=required, and there is no ${missing.join(', no ')}`)
  })
}

export type LabSession = { session_id: string; config: string; login: { username: string; password: string } }

/** A line of the agent's log that is about a session. */
export const logOf = ({ session_id }: LabSession, words: string) => new RegExp(`(?=.*${session_id}).*${words}`)

/**
 * A service, a lab with an OpenVPN server and two places for clients in it, and what they are asked; the agent is the
 * test's to start.
 */
export async function startLabService(
  test: Test,
  given: { routing?: TunnelRouting; options?: readonly string[] } = {},
) {
  const { options = [], ...terms } = given
  const service = await startTestService()
  const environment = { EVENTSTORE_URL: '', DATABASE_URL: '', ...service.environment }
  // OpenVPN itself logs what a client gives as its name, which is a password where somebody swapped the two.
  const onLine = (name: string, line: string) => (name === 'agent' ? keepLine(line) : undefined)
  const lab = await createTestLab({ onLine })
  test.after(async () => {
    await lab.close()
    await way.close()
    await service.end()
  })
  const { admin } = service
  const way = await startWay(service.url)
  const { server_id, server, firewall, files, login, startAgent } = await serve(
    lab,
    { ip: SERVER_ADDRESS, ...terms },
    { options },
  )
  const places = [await lab.createClient(), await lab.createClient()] as const

  type Terms = { ip: string; protocol?: 'tcp' | 'udp'; routing?: TunnelRouting }
  /**
   * An OpenVPN server in a lab, as its administrator sets it up, and what starts its agent. `start`: of the lab's
   * server.
   */
  async function serve(within: typeof lab, terms: Terms, start: StartOptions = {}) {
    const server_id = await newServer(admin, { routing: 'none', ...terms })
    const { login } = await newAgent(admin, server_id)
    noteSecret(login.password)
    const files = join(within.folder, 'server')
    mkdirSync(files)
    await writeFirstFiles(server_id, files)
    const unit = start.unit === undefined ? {} : { unit: `vpn-${server_id}.service` }
    const server = await within.startServer(files, { ...start, ...unit })
    const { firewall, firewallSocket } = await within.startFirewall(files)
    const startAgent = async ({ isWithFirewall = true } = {}) => {
      const given = ['--server', String(server_id), '--management', join(files, 'agent/management.sock')]
      const more = isWithFirewall ? ['--firewall', firewallSocket] : []
      return within.startAgent([...given, ...more, '--url', way.url], { email: login.email, secret: login.password })
    }
    return { server_id, server, firewall, files, login, startAgent }
  }
  function writeFiles(id: number, folder: string): string {
    const command = ['src/programs/vpn/main.ts', 'server-config', String(id), '--out', folder]
    return execFileSync(process.execPath, command, {
      ...{ cwd: resolve(import.meta.dirname, '../..'), encoding: 'utf8' as const },
      env: { ...process.env, ...environment },
    })
  }
  /** In this process: a start of the program costs seconds of CPU. The command reads its environment when it begins. */
  function writeFirstFiles(id: number, folder: string): Promise<void> {
    const own = { ...process.env }
    Object.assign(process.env, environment)
    const written = serverConfigCommand.run([String(id), '--out', folder])
    for (const name of Object.keys(environment)) {
      delete process.env[name]
      if (own[name] !== undefined) process.env[name] = own[name]
    }
    return written
  }

  let users = 0
  async function newSession(user_id?: string, caller = admin, of = server_id) {
    users += 1
    const { status, body } = await caller.post('/vpn/connect', connectOf(user_id ?? `traveller_${users}`, of))
    assert.is(status, 200)
    noteSecret(body.vpn_credentials.password)
    return { session_id: body.session_id as string, config: body.openvpn_config, login: body.vpn_credentials }
  }
  const connected = async (at: (typeof places)[number], { config, login }: LabSession, ...more: string[]) => {
    const client = at.connect(config, login, ...more)
    await client.waitForLine(/Initialization Sequence Completed/)
    return client
  }
  const asked = async (at: (typeof places)[number]) => {
    const asker = at.fetchPages()
    await asker.exited
    return asker.lines[0]
  }
  const sessionOf = async ({ session_id }: LabSession) =>
    (await admin.get('/vpn/sessions?limit=200')).body.data.find((one: LabSession) => one.session_id === session_id)
  const beat = ({ session_id }: LabSession) => admin.post('/vpn/heartbeat', { session_id })
  /** How long it took, without what a busy machine took for itself. */
  const ends = async (client: ProcessOutput, msMax = 30_000) => {
    const stood = standstill()
    const since = performance.now()
    assert.is.not(await Promise.race([client.exited, delay(msMax, 'still there', { ref: false })]), 'still there')
    return performance.now() - since - stood()
  }

  return {
    ...{
      service,
      lab,
      onLine,
      admin,
      way,
      server_id,
      server,
      firewall,
      files,
      login,
      startAgent,
      places,
      writeFiles,
      serve,
    },
    ...{ newSession, connected, asked, sessionOf, beat, ends },
  }
}

export async function allOf(said: ProcessOutput): Promise<ProcessOutput> {
  await said.exited
  return said
}

/** The way from the agent to the service, which can be cut, or take what it is to. */
async function startWay(url: string) {
  const { port } = new URL(url)
  const open = new Set<Socket>()
  let taken: RegExp | null = null
  const drop = () => {
    for (const socket of open) socket.destroy()
  }
  const server = createServer(socket => {
    socket.on('data', sent => {
      if (taken?.test(String(sent))) socket.destroy()
    })
    const onwards = connect(Number(port), '127.0.0.1')
    for (const [from, to] of [
      [socket, onwards],
      [onwards, socket],
    ] as const) {
      open.add(from)
      from.on('error', () => undefined)
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const own = await listen(0)
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    drop()
    await closed
  }
  const take = (requests: RegExp | null) => {
    taken = requests
    drop()
  }
  return { url: `http://127.0.0.1:${own}`, cut, take, mend: () => listen(own), close: cut }
}
