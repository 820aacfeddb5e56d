import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '#client/index.ts'
import { abortOnTermination } from '#terminal/abort-on-termination.ts'
import { CommandError, runCommand } from '#terminal/command-line.ts'
import { INTERNET_ADDRESS, SERVER_ADDRESS } from './addresses.ts'
import { createLab, type Lab } from './lab.ts'
import { listMissing } from './lab-requirements.ts'

const COMMAND = {
  start: 'npm run vpn-lab --',
  about: `Opens a real tunnel on this machine: a new service, an OpenVPN server with its agent and an OpenVPN client, each in its
own network namespace, and a third namespace that is the Internet. The client connects with the service's configuration,
fetches a page of the Internet, whose web server sees the server's address, and is revoked.
Prints the output of all programs. Needs root, /dev/net/tun, openvpn, iproute2, nftables and unbound.`,
} as const

const SERVER_ID = 20
const PASSWORD = 'of a lab that is gone in a minute'
const EMAIL = 'admin@example.com'
const START_MS_MAX = 120_000
const REVOKED_MS_MAX = 10_000

const step = (words: string) => console.log(`\n== ${words}`)

await runCommand(COMMAND, async () => {
  const missing = listMissing()
  if (missing.length > 0) throw new CommandError(`a real tunnel needs what is missing here: ${missing.join(', ')}`)
  const ended = abortOnTermination()
  const lab = await createLab({ onLine: (name, line) => console.log(`${name.padEnd(10)} ${line}`) })
  try {
    const early = () => new CommandError('ended before its end')
    if (ended.aborted) throw early()
    const aborted = new Promise<never>((_, reject) => ended.addEventListener('abort', () => reject(early())))
    await Promise.race([runDemo(lab), aborted])
  } finally {
    await lab.close()
  }
})

async function runDemo(lab: Lab): Promise<void> {
  step('Start a service')
  const data = { DATA_DIR: join(lab.folder, 'data'), EVENTSTORE_URL: '', DATABASE_URL: '' }
  const own = { ...data, BOOTSTRAP_ADMIN_EMAIL: EMAIL, BOOTSTRAP_ADMIN_PASSWORD: PASSWORD, VPN_DEMO_SERVERS: 'false' }
  const environment = { ...own, PORT: '0', NATS_URL: '', ROLES: '', LOG_LEVEL: 'warn' }
  const started = await lab
    .run('service', '../../main.ts', [], environment)
    .waitForLine(/^ready /, { msMax: START_MS_MAX })
  const url = started.slice('ready '.length)
  const client = createClient({ url, login: { email: EMAIL, password: PASSWORD } })

  step('Register an OpenVPN server, and write its files')
  const location = { country: 'Germany', country_code: 'DE', city: 'Frankfurt', ip: SERVER_ADDRESS, capacity: 10 }
  await client.registerVpnServer({ body: { id: SERVER_ID, name: 'Lab', ...location } })
  const files = join(lab.folder, 'server')
  mkdirSync(files)
  const written = lab.run('vpn', '../vpn/main.ts', ['server-config', String(SERVER_ID), '--out', files], environment)
  if ((await written.exited) !== 0) throw new CommandError('the server has no configuration')

  step('Start the server, and its agent')
  await lab.startServer(files)
  const { email, secret } = await client.createVpnAgent({ path: { id: String(SERVER_ID) }, body: { name: 'lab' } })
  const { firewallSocket } = await lab.startFirewall(files)
  const sockets = ['--management', join(files, 'agent/management.sock'), '--firewall', firewallSocket]
  await lab.startAgent(['--server', String(SERVER_ID), ...sockets, '--url', url], { email, secret })

  step('Connect a device')
  const { id: user_id } = await client.me()
  const device_info = { device_id: 'lab', device_type: 'namespace', platform: 'linux', app_version: '1' }
  const session = await client.connectVpn({ body: { user_id, server_id: SERVER_ID, device_info } })
  const labClient = await lab.createClient()
  const device = labClient.connect(session.openvpn_config, session.vpn_credentials)
  await device.waitForLine(/Initialization Sequence Completed/)
  await assertPage(labClient.page(INTERNET_ADDRESS), true)

  step('Revoke its session')
  const since = performance.now()
  await client.revokeVpnSession({ path: { session_id: session.session_id } })
  const exit = await Promise.race([device.exited, delay(REVOKED_MS_MAX, 'still there', { ref: false })])
  if (exit === 'still there') throw new CommandError('the tunnel is still there')
  const waitedMs = Math.round(performance.now() - since)
  await assertPage(labClient.page(INTERNET_ADDRESS), false)
  step(`Everything worked: the tunnel ended ${waitedMs} ms after the revocation.`)
}

async function assertPage(page: Promise<string>, isUp: boolean): Promise<void> {
  const answer = await page
  console.log(`${'page'.padEnd(10)} ${answer}`)
  if (answer.includes(`hello ${SERVER_ADDRESS},`) !== isUp)
    throw new CommandError(isUp ? 'the tunnel carries no traffic' : 'the ended tunnel carries traffic')
}
