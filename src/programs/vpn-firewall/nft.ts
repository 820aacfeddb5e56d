import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { OperationalError } from '#values/operational-error.ts'
import { NFT_SETS, NFT_TABLE } from '../vpn/server-files.ts'
import type { FirewallRequest } from './protocol.ts'

export class NftError extends OperationalError {}

/**
 * nft runs all commands of its input as one transaction. It does not extend the timeout of an element that is added
 * again, and refuses to delete an absent one: hence add, delete, add.
 */
export function transactionOf({ verb, ipv4, ipv6 }: FirewallRequest, timeoutS: number): string {
  const perSet = (command: (set: string, addresses: readonly string[]) => string[]) => [
    ...command(NFT_SETS[4], ipv4),
    ...command(NFT_SETS[6], ipv6),
  ]
  const add = (set: string, addresses: readonly string[]) => elements('add', set, addresses, ` timeout ${timeoutS}s`)
  const remove = (set: string, addresses: readonly string[]) => [
    ...add(set, addresses),
    ...elements('delete', set, addresses),
  ]
  switch (verb) {
    case 'add':
      return linesOf(perSet((set, addresses) => [...remove(set, addresses), ...add(set, addresses)]))
    case 'remove':
      return linesOf(perSet(remove))
    case 'replace':
      return linesOf(perSet((set, addresses) => [`flush set ${NFT_TABLE} ${set}`, ...add(set, addresses)]))
  }
}

/** Errors: NftError; then nothing is changed. */
export async function runNft(transaction: string): Promise<void> {
  await run(['-f', '-'], transaction)
}

export async function loadRuleset(file: string): Promise<void> {
  await run(['-f', file], '')
}

async function run(args: readonly string[], input: string): Promise<void> {
  const nft = spawn('nft', args, { stdio: ['pipe', 'ignore', 'pipe'] })
  const done = new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    nft.once('error', reject)
    nft.once('close', (status, signal) => resolve(signal ?? status))
  })
  nft.stdin.on('error', () => undefined)
  nft.stdin.end(input)
  const [status, errors] = await Promise.all([done, text(nft.stderr)])
  if (status !== 0) throw new NftError(`nft ended with ${status}: ${errors.trim().split('\n')[0]}`)
}

function elements(command: string, set: string, addresses: readonly string[], options = ''): string[] {
  if (addresses.length === 0) return []
  return [`${command} element ${NFT_TABLE} ${set} { ${addresses.map(address => `${address}${options}`).join(', ')} }`]
}

function linesOf(commands: readonly string[]): string {
  return commands.map(command => `${command}\n`).join('')
}
