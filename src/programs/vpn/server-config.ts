import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readConfig } from '#config/config.ts'
import { writePublic, writeSecret } from '#config/secret-file.ts'
import { ConfigurationError, certificateName, type TlsMaterial } from '#domain/vpn/client-config.ts'
import { routingOf } from '#domain/vpn/routing.ts'
import { MANAGEMENT, SERVER_FILES, serverConfig } from '#domain/vpn/server-config.ts'
import { servers } from '#domain/vpn/servers/decider.ts'
import type { Server } from '#domain/vpn/servers/state.ts'
import { createVault } from '#edge/vault/vault.ts'
import { masterKeyOf } from '#embedded/secrets.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import { withOfflineStores } from '#lifecycle/offline-stores.ts'
import { type CertificateAuthority, createCertificateAuthority } from '#services/vpn/certificate-authority.ts'
import { CommandError, onlyArgument, subCommand, UsageError } from '#terminal/command-line.ts'
import { nftRuleset, resolverConfig, sysctlConfig, systemdUnits } from './server-files.ts'

/** Valid for a year and renewed in its last month: a weekly run renews it three times before it is too late. */
const CERTIFICATE_DAYS = 365
const RENEW_BEFORE_DAYS = 30
const DAY_MS = 86_400_000

const CONFIG_FILE = 'server.conf'
const ROUTING_FILES = { 'sysctl.conf': sysctlConfig, 'resolver.conf': resolverConfig } as const
const ONLY_OWNER = 0o700

const COMMAND = {
  start: 'npm run vpn --',
  summary: 'writes the files of an OpenVPN server',
  forms: ['server-config ID'],
  about: `Writes the files of an OpenVPN server into a folder: ${CONFIG_FILE}, its certificate and key, the authority, the key that it
shares with its clients, each readable by its owner alone, and a folder for its management socket that its owner alone may
enter; also firewall.nft, the ruleset for nftables, and systemd units of OpenVPN, the firewall and the agent. Run it again
to renew: a certificate that is valid for another ${RENEW_BEFORE_DAYS} days is kept, with its key. Works with or without a running service.`,
  options: {
    out: { type: 'string', value: 'DIR', help: 'the folder; vpn-ID by default' },
    installed: { type: 'string', value: 'DIR', help: 'the folder on the server, for the units; this path by default' },
    program: {
      type: 'string',
      value: 'DIR',
      help: 'this repository on the server, for the units; this path by default',
    },
  },
} as const

const command = subCommand(COMMAND, async ({ positionals, values: { out, installed, program } }) => {
  const id = onlyArgument(positionals, 'which server?')
  if (!/^[1-9]\d{0,9}$/.test(id)) throw new UsageError(`"${id}" is no number of a server`)
  const folder = resolve(out ?? `vpn-${id}`)
  const paths = {
    folder: unitPath('--installed', installed ?? folder),
    program: unitPath('--program', program ?? resolve(import.meta.dirname, '../../..')),
  }
  await withStores(async (load, authority) => {
    const server = await load(Number(id))
    if (server === null) throw new CommandError(`there is no server ${id}`)
    const renewed = await writeFiles(folder, Number(id), server, authority)
    const units = systemdUnits({ id: Number(id), routing: routingOf(server.terms) !== 'none', ...paths })
    for (const [name, text] of Object.entries(units)) writePublic(join(folder, name), text)
    console.log(`${join(folder, CONFIG_FILE)}, certificate ${renewed ? 'issued' : 'kept'}`)
  })
})
export const serverConfigCommand = { ...command, form: 'ID' }

/** In a unit a blank ends a path, and % and $ are expanded. Errors: UsageError. */
function unitPath(option: string, path: string): string {
  if (!/^\/[\w./@+-]*$/.test(path))
    throw new UsageError(`${option}: "${path}" is not an absolute path of plain characters`)
  return path
}

type LoadServer = (server_id: number) => Promise<Server | null>

function withStores(work: (load: LoadServer, authority: CertificateAuthority) => Promise<void>): Promise<void> {
  const config = readConfig()
  return withOfflineStores(config, ({ store, db }) => {
    const vault = createVault(db, config.MASTER_KEY ?? masterKeyOf(config.DATA_DIR))
    const execute = createExecute(store)
    const load = async (server_id: number) => {
      const { state } = await execute.load(servers, servers.id(server_id))
      return state.status === 'absent' || state.status === 'retired' ? null : state
    }
    return work(load, createCertificateAuthority({ db, vault }))
  })
}

async function writeFiles(
  folder: string,
  id: number,
  { terms }: Server,
  authority: CertificateAuthority,
): Promise<boolean> {
  const file = (name: string) => join(folder, name)
  const tls: TlsMaterial = await authority.tlsMaterialOf(id)
  const name = certificateName(id)
  const isKept = isCertificateValid(file(SERVER_FILES.cert), file(SERVER_FILES.key), { name, caPem: tls.caPem })
  if (!isKept) {
    const { issue } = await authority.getIssuer()
    const { cert, key } = await issue([name], new Date(Date.now() + CERTIFICATE_DAYS * DAY_MS))
    writeSecret(file(SERVER_FILES.key), key)
    writeSecret(file(SERVER_FILES.cert), cert)
  }
  writeSecret(file(SERVER_FILES.ca), tls.caPem)
  writeSecret(file(SERVER_FILES.tlsCrypt), tls.tlsCrypt)
  writeSecret(file(CONFIG_FILE), renderConfig(terms))
  writePublic(file('firewall.nft'), nftRuleset(terms))
  const routing = routingOf(terms)
  for (const [name, text] of Object.entries(ROUTING_FILES))
    if (routing === 'none') rmSync(file(name), { force: true })
    else writePublic(file(name), text(routing))
  // The administrator sets its owner: the agent may run as another user.
  mkdirSync(file(MANAGEMENT.folder), { recursive: true, mode: ONLY_OWNER })
  return !isKept
}

function renderConfig(terms: Server['terms']): string {
  try {
    return serverConfig(terms)
  } catch (error) {
    if (error instanceof ConfigurationError) throw new CommandError(error.message)
    throw error
  }
}

/** Whether the certificate is this server's, by this authority, matches its key, and is valid for RENEW_BEFORE_DAYS. */
function isCertificateValid(
  certFile: string,
  keyFile: string,
  { name, caPem }: { name: string; caPem: string },
): boolean {
  if (!existsSync(certFile) || !existsSync(keyFile)) return false
  try {
    const certificate = new X509Certificate(readFileSync(certFile))
    return (
      certificate.subject === `CN=${name}` &&
      certificate.verify(new X509Certificate(caPem).publicKey) &&
      certificate.checkPrivateKey(createPrivateKey(readFileSync(keyFile))) &&
      Date.parse(certificate.validTo) - Date.now() > RENEW_BEFORE_DAYS * DAY_MS
    )
  } catch {
    return false
  }
}
