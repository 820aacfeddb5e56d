import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { NoAnswerError, ServiceError } from '#client/index.ts'
import { type AgentClient, runAgent } from '#programs/vpn-agent/agent.ts'
import { digestOf, usernameOf } from '#services/vpn/credentials.ts'
import { testLog } from '../harness/log.ts'
import { suite } from '../harness/suite.ts'
import { startScriptedFirewall } from './scripted-firewall.ts'
import { addressOf, startScriptedOpenVpn } from './scripted-openvpn.ts'

/** The agent between an OpenVPN server that says what it is told to, and a service that answers what it is told to. */
const test = suite('VPN agent')

const ONE = 'vps_01980a4e-5b1c-7d2e-9f30-4a5b6c7d8e9f'
const OTHER = 'vps_01980a4e-5b1c-7d2e-9f30-4a5b6c7d8e90'
const THIRD = 'vps_01980a4e-5b1c-7d2e-9f30-4a5b6c7d8e91'
const PASSWORD = 'the password of a session'
const loginOf = (session_id: string, password = PASSWORD) => ({ username: usernameOf(session_id), password })
const LET_IN = (cid: string, kid: string) => `client-auth ${cid} ${kid}\npush "dhcp-option DNS 10.8.0.1"\nEND`
const DENIED = (cid: string, kid: string) =>
  `client-deny ${cid} ${kid} "no open session with this password" "no open session with this password"`

const refused = (status: number, code: string) =>
  new ServiceError({ status, code, message: 'No.', details: {}, requestId: null, retryAfterMs: null })
const away = () => new NoAnswerError('POST: the service did not answer')
const never = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

type Reported = Parameters<AgentClient['reportVpnTunnels']>[0]['body']['tunnels']

/** A service whose answers a test changes while the agent asks. */
function scriptedService() {
  const answers = {
    admit: async (_session_id: string, digest: string): Promise<void> => {
      if (digest !== digestOf(PASSWORD)) throw refused(404, 'VPN_005')
    },
    report: async (): Promise<void> => undefined,
    watch: async (): Promise<void> => undefined,
  }
  /** Who asked, and what was told, in this order. */
  const admitted: string[] = []
  const reported: Reported = []
  const goneS: (number | undefined)[] = []
  const over = new Set<string>()
  const waiting = new Set<() => void>()
  const asked: AgentClient = {
    async admitVpnTunnel({ body: { session_id, password_digest } }, { signal } = {}) {
      admitted.push(session_id)
      await Promise.race([answers.admit(session_id, password_digest), never(signal)])
      return { session_id, dns_servers: ['10.8.0.1'], expires_at: '2026-11-02T12:00:00.000Z' }
    },
    async reportVpnTunnels({ body: { tunnels, openvpn_gone_s } }) {
      await answers.report()
      reported.push(...tunnels)
      goneS.push(openvpn_gone_s)
      return { ended: tunnels.map(({ session_id }) => session_id).filter(session_id => over.has(session_id)) }
    },
    async watchVpnSessions({ body: { sessions } }, { signal } = {}) {
      await answers.watch()
      const ended = () => sessions.filter(session_id => over.has(session_id))
      if (ended().length === 0) {
        const told = new Promise<void>(resolve => waiting.add(resolve))
        await Promise.race([told, delay(4_000, undefined, { ref: false }), never(signal)])
      }
      return { ended: ended() }
    },
  }
  return {
    ...{ answers, admitted, reported, goneS, asked },
    /** Whoever waits is told; whoever does not finds it when it asks. */
    end(session_id: string, isTold = true): void {
      over.add(session_id)
      if (isTold) for (const tell of waiting) tell()
    },
  }
}

/**
 * The commands that an agent may write to the management socket, line by line. `kill` is none: it can stop the server
 * for all clients.
 */
const ALLOWED = [
  /^bytecount \d+$/,
  /^status 3$/,
  /^client-auth \d+ \d+$/,
  /^push "dhcp-option DNS6? [0-9a-f.:]+"$/,
  /^END$/,
  /^client-auth-nt \d+ \d+$/,
  /^client-deny \d+ \d+ "[\w ]+" "[\w ]+"$/,
  /^client-kill \d+( HALT)?$/,
]

async function agentBeside(
  work: (parts: {
    openvpn: Awaited<ReturnType<typeof startScriptedOpenVpn>>
    service: ReturnType<typeof scriptedService>
    log: string[]
  }) => Promise<void>,
  {
    firewallSocket = null,
    lists = [],
  }: { firewallSocket?: string | null; lists?: { cid: string; username: string }[] } = {},
) {
  const openvpn = await startScriptedOpenVpn()
  openvpn.lists(lists)
  const service = scriptedService()
  const log: string[] = []
  const ended = new AbortController()
  const running = runAgent(
    { server_id: 20, socket: openvpn.socket, firewallSocket },
    { service: service.asked, log: testLog(line => log.push(line)), ended: ended.signal },
  )
  try {
    await openvpn.isConnected(1)
    await work({ openvpn, service, log })
    for (const line of log) assert.not(line.includes(PASSWORD), line)
    for (const line of openvpn.written)
      assert.ok(
        ALLOWED.some(pattern => pattern.test(line)),
        line,
      )
  } finally {
    ended.abort()
    await running
    await openvpn.close()
  }
}

const soon = () => delay(300)

test('who the service admits is let in, and renewed; everybody else is denied', () =>
  agentBeside(async ({ openvpn, service }) => {
    openvpn.asks('CONNECT', '0', '1', loginOf(ONE))
    await openvpn.isTold(LET_IN('0', '1'))
    openvpn.asks('REAUTH', '0', '2', loginOf(ONE))
    await openvpn.isTold('client-auth-nt 0 2')
    openvpn.asks('REAUTH', '0', '3', loginOf(ONE, 'another'))
    await openvpn.isTold(DENIED('0', '3'))
    openvpn.asks('CONNECT', '1', '1', loginOf(ONE, 'another'))
    await openvpn.isTold(DENIED('1', '1'))
    openvpn.asks('CONNECT', '2', '1', { username: 'root', password: PASSWORD })
    await openvpn.isTold(DENIED('2', '1'))
    assert.is(openvpn.told.length, 5)
    // Its session ends: the password is the right one still.
    openvpn.opens('0', usernameOf(ONE))
    service.answers.admit = async () => {
      throw refused(404, 'VPN_005')
    }
    openvpn.asks('REAUTH', '0', '4', loginOf(ONE))
    await openvpn.isTold(DENIED('0', '4'))
    assert.equal(service.admitted, [ONE, ONE, ONE, ONE, ONE])
  }))

test('several who want in at once are answered each, in whatever order the service does', () =>
  agentBeside(async ({ openvpn, service }) => {
    service.answers.admit = async session_id => {
      if (session_id === ONE) await delay(200)
      else throw refused(404, 'VPN_005')
    }
    openvpn.asks('CONNECT', '0', '1', loginOf(ONE))
    openvpn.asks('CONNECT', '1', '1', loginOf(OTHER))
    await openvpn.isTold(LET_IN('0', '1'))
    assert.equal(openvpn.told, [DENIED('1', '1'), LET_IN('0', '1')])
  }))

test('a request of a server that has restarted since gets no answer', () =>
  agentBeside(async ({ openvpn, service }) => {
    const answer = Promise.withResolvers<void>()
    const { admit } = service.answers
    service.answers.admit = async (session_id, digest) => {
      if (digest === digestOf(PASSWORD)) await answer.promise
      await admit(session_id, digest)
    }
    openvpn.asks('CONNECT', '0', '1', loginOf(ONE))
    // Its socket stayed open; the first client is number 0 again.
    openvpn.asks('CONNECT', '0', '1', loginOf(ONE, 'a guess'))
    await openvpn.isTold(DENIED('0', '1'))
    answer.resolve()
    await soon()
    assert.equal(openvpn.told, [DENIED('0', '1')])
  }))

test('who is gone is not let in any more', () =>
  agentBeside(async ({ openvpn, service }) => {
    const answer = Promise.withResolvers<void>()
    service.answers.admit = () => answer.promise
    openvpn.asks('CONNECT', '0', '1', loginOf(ONE))
    openvpn.closes('0')
    openvpn.asks('CONNECT', '1', '1', loginOf(OTHER))
    await soon()
    answer.resolve()
    await openvpn.isTold(LET_IN('1', '1'))
    assert.equal(openvpn.told, [LET_IN('1', '1')])
  }))

test('a client that stays after HALT gets no second HALT', () =>
  agentBeside(async ({ openvpn, service, log }) => {
    openvpn.opens('0', usernameOf(ONE))
    openvpn.opens('1', usernameOf(OTHER))
    await soon()
    service.end(ONE)
    await openvpn.isTold('client-kill 0 HALT')
    openvpn.say('>BYTECOUNT_CLI:0,10,20')
    await delay(1_500)
    assert.equal(openvpn.told, ['client-kill 0 HALT'])
    openvpn.closes('0')
    await soon()
    // Who has its number afterwards is asked to end, too.
    openvpn.opens('0', usernameOf(ONE), '200')
    await soon()
    assert.equal(openvpn.told, ['client-kill 0 HALT', 'client-kill 0 HALT'])
    assert.is(log.filter(line => line.includes('no --firewall')).length, 1)
  }))

test('a client that stays while the agent loses its socket gets HALT once more', () =>
  agentBeside(async ({ openvpn, service }) => {
    openvpn.opens('0', usernameOf(ONE))
    await soon()
    service.end(ONE)
    await openvpn.isTold('client-kill 0 HALT')
    openvpn.lists([{ cid: '0', username: usernameOf(ONE) }])
    openvpn.drop()
    await openvpn.isConnected(2)
    await soon()
    assert.equal(openvpn.told, ['client-kill 0 HALT', 'client-kill 0 HALT'])
  }))

type Openvpn = Awaited<ReturnType<typeof startScriptedOpenVpn>>

/** Both sides of an end: what the kernel was asked, and how many commands OpenVPN had been told by then. */
async function beside(
  work: (parts: {
    openvpn: Openvpn
    service: ReturnType<typeof scriptedService>
    firewall: Awaited<ReturnType<typeof startScriptedFirewall>>
    toldBefore: Map<string, number>
    isAsked(line: string): Promise<void>
  }) => Promise<void>,
  lists: { cid: string; username: string }[] = [],
): Promise<void> {
  let telling: readonly string[] = []
  const toldBefore = new Map<string, number>()
  const firewall = await startScriptedFirewall(line => toldBefore.set(line, telling.length))
  const isAsked = async (line: string) => {
    const until = performance.now() + 10_000
    while (!firewall.requests.includes(line)) {
      assert.ok(performance.now() < until, `${line}: ${JSON.stringify(firewall.requests)}`)
      await delay(10)
    }
  }
  try {
    await agentBeside(
      async ({ openvpn, service }) => {
        telling = openvpn.told
        await work({ openvpn, service, firewall, toldBefore, isAsked })
      },
      { firewallSocket: firewall.socket, lists },
    )
  } finally {
    await firewall.close()
  }
}

test('the kernel passes an address once its tunnel is up, and drops it before OpenVPN ends the client', () =>
  beside(async ({ openvpn, service, firewall, toldBefore, isAsked }) => {
    await isAsked('replace')
    openvpn.opens('0', usernameOf(ONE))
    await isAsked(`add ${addressOf('0')}`)
    openvpn.opens('1', usernameOf(OTHER))
    await isAsked(`add ${addressOf('1')}`)
    service.end(ONE)
    await openvpn.isTold('client-kill 0 HALT')
    assert.is(toldBefore.get(`remove ${addressOf('0')}`), 0)
    openvpn.closes('0')
    // A client that leaves by itself.
    openvpn.closes('1')
    await isAsked(`remove ${addressOf('1')}`)
    assert.is(firewall.requests.length, 5)
  }))

test('an agent that restarts next to busy tunnels names their addresses as soon as the service has answered about them', () =>
  beside(
    async ({ openvpn, service, isAsked }) => {
      // There is always something new by the time that a report was answered.
      service.answers.report = async () => {
        openvpn.say('>BYTECOUNT_CLI:1,10,20')
        await delay(20)
      }
      openvpn.say('>BYTECOUNT_CLI:1,1,2')
      await isAsked(`replace ${addressOf('1')}`)
    },
    [{ cid: '1', username: usernameOf(ONE) }],
  ))

test('a firewall that is silent, or gone, holds up no end', () =>
  beside(async ({ openvpn, service, firewall, isAsked }) => {
    await isAsked('replace')
    for (const [cid, username] of [
      ['0', usernameOf(ONE)],
      ['1', usernameOf(OTHER)],
    ] as const)
      openvpn.opens(cid, username)
    await soon()
    firewall.answers(null)
    service.end(ONE)
    await openvpn.isTold('client-kill 0 HALT')
    await firewall.close()
    service.end(OTHER)
    await openvpn.isTold('client-kill 1 HALT')
  }))

test('a restarted firewall gets all addresses, but none of an ended session', () =>
  beside(async ({ openvpn, service, firewall, isAsked }) => {
    await isAsked('replace')
    openvpn.opens('0', usernameOf(ONE))
    openvpn.opens('1', usernameOf(OTHER))
    openvpn.opens('2', usernameOf(THIRD))
    await isAsked(`add ${addressOf('2')}`)
    service.end(ONE)
    await openvpn.isTold('client-kill 0 HALT')
    firewall.drop()
    await isAsked(`replace ${addressOf('1')} ${addressOf('2')}`)
    // OpenVPN lists the client as long as it stays.
    openvpn.lists(['0', '1', '2'].map((cid, n) => ({ cid, username: usernameOf([ONE, OTHER, THIRD][n]!) })))
    openvpn.drop()
    await openvpn.isConnected(2)
    await soon()
    assert.not(
      firewall.requests.some(
        line => line.startsWith('add') && line.includes(addressOf('0')) && line !== `add ${addressOf('0')}`,
      ),
    )
    assert.is(firewall.requests.at(-1), `replace ${addressOf('1')} ${addressOf('2')}`)
  }))

test('an agent that starts passes live tunnels once the service has named the ended sessions', async () => {
  const rows = [
    { cid: '0', username: usernameOf(ONE) },
    { cid: '1', username: usernameOf(OTHER) },
  ]
  const firewall = await startScriptedFirewall()
  const asked = Promise.withResolvers<void>()
  try {
    await agentBeside(
      async ({ openvpn, service }) => {
        service.answers.report = () => asked.promise
        service.end(ONE, false)
        service.answers.watch = () => asked.promise
        await soon()
        assert.equal(firewall.requests, [])
        asked.resolve()
        await openvpn.isTold('client-kill 0 HALT')
        await soon()
        assert.equal(firewall.requests, [`replace ${addressOf('1')}`])
      },
      { firewallSocket: firewall.socket, lists: rows },
    )
  } finally {
    await firewall.close()
  }
})

test('an address that another client has by then stays', () =>
  beside(async ({ openvpn, service, firewall, isAsked }) => {
    await isAsked('replace')
    openvpn.opens('0', usernameOf(ONE))
    await isAsked(`add ${addressOf('0')}`)
    // The newer tunnel of the session is up before OpenVPN says that the older one is gone.
    openvpn.opens('1', usernameOf(ONE), '200', addressOf('0'))
    openvpn.closes('0')
    await soon()
    assert.equal(firewall.requests, ['replace', `add ${addressOf('0')}`])
    service.end(ONE)
    await isAsked(`remove ${addressOf('0')}`)
  }))

test('a server that is not running has no tunnels, and the service hears for how long', () =>
  beside(async ({ openvpn, service, isAsked }) => {
    await isAsked('replace')
    openvpn.opens('0', usernameOf(ONE))
    await isAsked(`add ${addressOf('0')}`)
    await soon()
    assert.equal(
      service.reported.map(({ is_up }) => is_up),
      [true],
    )
    await openvpn.close()
    await isAsked(`remove ${addressOf('0')}`)
    await soon()
    assert.equal(
      service.reported.map(({ is_up }) => is_up),
      [true, false],
    )
    assert.is(service.goneS[0], 0)
    assert.ok(service.goneS.at(-1)! > 0)
  }))

test('a tunnel that opens is reported and watched at once', () =>
  agentBeside(async ({ openvpn, service }) => {
    await soon()
    openvpn.opens('0', usernameOf(ONE))
    await soon()
    assert.equal(service.reported, [{ session_id: ONE, tunnel: '100.0', is_up: true, bytes_in: 0, bytes_out: 0 }])
    service.end(OTHER, false)
    const since = performance.now()
    openvpn.opens('1', usernameOf(OTHER))
    await openvpn.isTold('client-kill 1 HALT')
    assert.ok(performance.now() - since < 1_000, `${performance.now() - since} ms`)
  }))

test('the answer to a report also ends sessions', () =>
  agentBeside(async ({ openvpn, service }) => {
    service.answers.watch = async () => {
      throw away()
    }
    service.end(ONE)
    openvpn.opens('0', usernameOf(ONE))
    await openvpn.isTold('client-kill 0 HALT')
  }))

test('a newer tunnel of a session ends the older one', () =>
  agentBeside(async ({ openvpn }) => {
    openvpn.opens('0', usernameOf(ONE))
    openvpn.opens('1', usernameOf(OTHER))
    openvpn.opens('2', usernameOf(ONE))
    await openvpn.isTold('client-kill 0 HALT')
    assert.equal(openvpn.told, ['client-kill 0 HALT'])
  }))

test('client numbers of an earlier server end no client of the next one', () =>
  agentBeside(async ({ openvpn, service }) => {
    openvpn.opens('0', usernameOf(ONE))
    await soon()
    openvpn.lists([], false)
    openvpn.drop()
    await openvpn.isConnected(2)
    // It has not said yet who is there: somebody else comes in as number 0.
    openvpn.asks('CONNECT', '0', '1', loginOf(OTHER))
    await openvpn.isTold(LET_IN('0', '1'))
    service.end(ONE)
    await soon()
    assert.equal(openvpn.told, [LET_IN('0', '1')])
    // The tunnel comes up as soon as the list is out.
    openvpn.answersList('0', usernameOf(OTHER), '200')
    await soon()
    service.end(OTHER)
    await openvpn.isTold('client-kill 0 HALT')
  }))

test('a client that authenticated while there was no agent connects again; other pending clients do not', () =>
  agentBeside(async ({ openvpn }) => {
    openvpn.lists([
      { cid: '7', username: usernameOf(ONE), address: '' },
      { cid: '8', username: 'UNDEF', address: '' },
      { cid: '9', username: usernameOf(OTHER) },
    ])
    openvpn.drop()
    await openvpn.isTold('client-kill 7')
    await soon()
    assert.equal(openvpn.told, ['client-kill 7'])
  }))

test('tunnels older than the agent are watched, reported and ended', () =>
  agentBeside(async ({ openvpn, service }) => {
    openvpn.lists([{ cid: '7', username: usernameOf(ONE), since: '90', received: 5, sent: 70 }])
    openvpn.drop()
    await openvpn.isConnected(2)
    await soon()
    assert.equal(service.reported.at(-1), {
      ...{ session_id: ONE, tunnel: '90.7', is_up: true, bytes_in: 70, bytes_out: 5 },
    })
    service.end(ONE)
    await openvpn.isTold('client-kill 7 HALT')
  }))

test('a service that is unavailable for a moment answers waiting clients; traffic is reported later', () =>
  agentBeside(async ({ openvpn, service }) => {
    service.answers.admit = async () => {
      throw away()
    }
    service.answers.report = () => service.answers.admit('', '')
    openvpn.asks('CONNECT', '0', '1', loginOf(ONE))
    openvpn.opens('1', usernameOf(OTHER))
    openvpn.opens('2', usernameOf(ONE))
    openvpn.say('>BYTECOUNT_CLI:1,10,20')
    await soon()
    openvpn.closes('1', 11, 22)
    assert.equal([openvpn.told, service.reported], [[], []])
    service.answers.admit = async () => undefined
    service.answers.report = async () => undefined
    await openvpn.isTold(LET_IN('0', '1'))
    await delay(1_200)
    assert.equal(service.reported, [
      { session_id: OTHER, tunnel: '100.1', is_up: false, bytes_in: 22, bytes_out: 11 },
      { session_id: ONE, tunnel: '100.2', is_up: true, bytes_in: 0, bytes_out: 0 },
    ])
  }))

test('without the service keys are renewed of tunnels that are up, for who showed the same password before', () =>
  agentBeside(async ({ openvpn, service }) => {
    openvpn.asks('CONNECT', '0', '1', loginOf(ONE))
    await openvpn.isTold(LET_IN('0', '1'))
    openvpn.opens('0', usernameOf(ONE))
    service.answers.admit = async () => {
      throw refused(503, 'SERVICE_UNAVAILABLE')
    }
    openvpn.asks('REAUTH', '0', '2', loginOf(ONE))
    openvpn.asks('REAUTH', '0', '3', loginOf(ONE, 'another'))
    openvpn.asks('REAUTH', '1', '2', loginOf(OTHER))
    await delay(3_500)
    assert.is(openvpn.told.length, 1)
    await openvpn.isTold('client-auth-nt 0 2')
    await openvpn.isTold(DENIED('0', '3'))
    await openvpn.isTold(DENIED('1', '2'))
  }))

test('ten seconds without an answer are enough: of the service, and of a server that another agent talks to', () =>
  agentBeside(async ({ openvpn, service, log }) => {
    service.answers.admit = () => new Promise(() => undefined)
    openvpn.asks('CONNECT', '0', '1', loginOf(ONE))
    const second: string[] = []
    const ended = new AbortController()
    const running = runAgent(
      { server_id: 20, socket: openvpn.socket, firewallSocket: null },
      { service: service.asked, log: testLog(line => second.push(line)), ended: ended.signal },
    )
    try {
      await soon()
      service.answers.admit = async () => undefined
      await delay(10_500)
      await openvpn.isTold(LET_IN('0', '1'))
      const [line = '', ...more] = second.filter(one => !one.includes('no --firewall'))
      assert.equal([line.includes('OpenVPN talks to one agent at a time'), more], [true, []])
      assert.not(log.some(line => line.includes('closed')))
    } finally {
      ended.abort()
      await running
    }
  }))

test('an agent whose login is refused does not try it each second', () =>
  agentBeside(async ({ openvpn, service }) => {
    service.answers.admit = async () => {
      throw refused(401, 'AUTH_001')
    }
    openvpn.asks('CONNECT', '0', '1', loginOf(ONE))
    await delay(2_500)
    assert.equal([service.admitted, openvpn.told], [[ONE], []])
  }))

test.run()
