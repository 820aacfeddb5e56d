import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The address that a client has in the tunnel unless a test gives it another one. */
export const addressOf = (cid: string) => `10.8.0.${Number(cid) + 2}`

type Listed = { cid: string; username: string; since?: string; received?: number; sent?: number; address?: string }

/**
 * The management socket of an OpenVPN server, which says what a test wants it to and does what it is told. Talks to one
 * at a time, as OpenVPN does.
 */
export async function startScriptedOpenVpn() {
  const folder = mkdtempSync(join(tmpdir(), 'scripted-openvpn-'))
  const socket = join(folder, 'agent.sock')
  /** Commands as they came, without those that every agent begins with; one of several lines is one. */
  const told: string[] = []
  /** Every line that came. */
  const written: string[] = []
  const looking = new Set<() => void>()
  const waiting: Socket[] = []
  let listed: Listed[] = []
  let current: Socket | null = null
  let isListing = true
  let listings = 0

  const server = createServer(connection => {
    connection.on('error', () => undefined)
    waiting.push(connection)
    next()
  })

  function next(): void {
    if (current !== null) return
    const connection = waiting.shift()
    if (connection === undefined) return
    current = connection
    connection.once('close', () => {
      current = null
      next()
    })
    connection.write(">INFO:OpenVPN Management Interface Version 5 -- type 'help' for more info\r\n")
    let lines: string[] = []
    const input = createInterface({ input: connection })
    input.on('error', () => undefined)
    input.on('line', line => {
      written.push(line)
      lines.push(line)
      if (lines[0]!.startsWith('client-auth ') && line !== 'END') return
      obey(connection, lines.join('\n'))
      lines = []
    })
  }

  function obey(connection: Socket, command: string): void {
    if (command === 'status 3') {
      listings += 1
      if (isListing) connection.write(list())
    } else {
      if (!/^(bytecount|state) /.test(command)) told.push(command)
      connection.write(`SUCCESS: ${command.split('\n')[0]}\r\n`)
    }
    look()
  }

  function list(): string {
    const rows = listed.map(({ cid, username, since = '100', received = 0, sent = 0, address = addressOf(cid) }) =>
      [
        ...['CLIENT_LIST', username, '192.0.2.1:5', address, '', received, sent, 'a date', since, username, cid],
        ...['0', 'AES-256-GCM'],
      ].join('\t'),
    )
    return ['TITLE\tOpenVPN', ...rows, 'GLOBAL_STATS\tMax bcast/mcast queue length\t0', 'END', ''].join('\r\n')
  }

  function look(): void {
    for (const one of looking) one()
  }

  /** Something that is so within five seconds. */
  function until(isSo: () => boolean, what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        looking.delete(find)
        reject(new Error(`not within 5 s: ${what}; it was told ${JSON.stringify(told)}`))
      }, 5_000)
      const find = () => {
        if (!isSo()) return
        clearTimeout(timer)
        looking.delete(find)
        resolve()
      }
      looking.add(find)
      find()
    })
  }

  const say = (...lines: string[]) => void current!.write(lines.map(line => `${line}\r\n`).join(''))
  const event = (first: string, env: Readonly<Record<string, string>>) => [
    first,
    ...Object.entries(env).map(([name, value]) => `>CLIENT:ENV,${name}=${value}`),
    '>CLIENT:ENV,END',
  ]
  const opening = (cid: string, username: string, since = '100', address = addressOf(cid)) =>
    event(`>CLIENT:ESTABLISHED,${cid}`, { username, time_unix: since, ifconfig_pool_remote_ip: address })

  await new Promise<void>(resolve => server.listen(socket, resolve))
  return {
    socket,
    told,
    written,
    say,
    /** Says that a client wants in, or wants new keys. */
    asks: (what: 'CONNECT' | 'REAUTH', cid: string, kid: string, login: { username: string; password: string }) =>
      say(...event(`>CLIENT:${what},${cid},${kid}`, login)),
    opens: (cid: string, username: string, since?: string, address?: string) =>
      say(...opening(cid, username, since, address)),
    closes: (cid: string, received = 0, sent = 0) =>
      say(...event(`>CLIENT:DISCONNECT,${cid}`, { bytes_received: String(received), bytes_sent: String(sent) })),
    /** What it lists from now on, and whether it answers at all when it is asked to. */
    lists(rows: Listed[], isAnswering = true): void {
      listed = rows
      isListing = isAnswering
    },
    /** Answers the question for the list that was left open, and says in the same breath that a tunnel is up. */
    answersList(cid: string, username: string, since?: string): void {
      isListing = true
      current!.write(
        list() +
          opening(cid, username, since)
            .map(line => `${line}\r\n`)
            .join(''),
      )
    },
    isTold: (command: string) => until(() => told.includes(command), command),
    /** An agent has connected and asked for the list, so many times by now. */
    isConnected: (times: number) => until(() => listings >= times, `connection ${times}`),
    /** Closes the connection, as a server does that ends. */
    drop: () => void current?.destroy(),
    async close(): Promise<void> {
      for (const one of [...waiting, current]) one?.destroy()
      await new Promise(resolve => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
