import { createNamespaces } from '#programs/vpn-lab/namespaces.ts'

/** What a machine has a wire to. `outside`: callers, endpoints, and this process. */
export const PARTS = ['eventstore', 'postgres', 'nats', 'outside'] as const
export type Part = (typeof PARTS)[number]

/** Benchmarks have these addresses to themselves (RFC 2544), so no machine of a real network does. */
export const FLEET_CIDR = '198.18.0.0/15'
const BLOCKS = 64
const STORE_HOST = 1
const STANDBY_HOST = 2
const ROUTER_HOST = 254
const FIRST_MACHINE_HOST = 11

/** A network namespace with an address for each of its wires; `far` is the switch's end of a wire. */
type Node = { namespace: string; wires: Partial<Record<Part, { device: string; far: string; address: string }>> }
export type Network = Awaited<ReturnType<typeof createNetwork>>

/**
 * Machines and stores, each a network namespace, and a switch between them: a bridge for each part. This process has
 * its own wire to the bridge `outside`, and reaches the stores through the switch.
 */
export async function createNetwork(onLine: (name: string, line: string) => void) {
  const namespaces = createNamespaces('fleet', { onLine })
  const { ip, runIn } = namespaces
  const block = await freeBlock()
  const addressOf = (part: Part, host: number) => `198.18.${4 * block + PARTS.indexOf(part)}.${host}`
  const own = `fleet${process.pid}`
  let switchboard = ''

  /** Of the ten that begin with the last digits of the pid, the first that this machine does not use. */
  async function freeBlock(): Promise<number> {
    const used = await namespaces.run('ip', '-o', 'address', 'show')
    for (let tries = 0; tries < BLOCKS; tries += 1) {
      const candidate = (process.pid + tries) % BLOCKS
      if (!used.includes(`198.18.${4 * candidate + PARTS.indexOf('outside')}.`)) return candidate
    }
    throw new Error('all addresses for fleets are in use')
  }

  async function connectToSwitch(node: Node, part: Part, device: string, host: number): Promise<void> {
    const far = `${part}${host}`
    const address = addressOf(part, host)
    await ip('-n', switchboard, 'link', 'add', far, 'type', 'veth', 'peer', 'name', device, 'netns', node.namespace)
    await ip('-n', switchboard, 'link', 'set', far, 'master', part, 'up')
    await ip('-n', node.namespace, 'address', 'add', `${address}/24`, 'dev', device)
    await ip('-n', node.namespace, 'link', 'set', device, 'up')
    node.wires[part] = { device, far, address }
  }

  async function setUp(): Promise<void> {
    switchboard = await namespaces.add('switch')
    await runIn(switchboard, 'sysctl', '-qw', 'net.ipv4.ip_forward=1')
    for (const part of PARTS) {
      await ip('-n', switchboard, 'link', 'add', part, 'type', 'bridge', 'forward_delay', '0')
      await ip('-n', switchboard, 'address', 'add', `${addressOf(part, ROUTER_HOST)}/24`, 'dev', part)
      await ip('-n', switchboard, 'link', 'set', part, 'up')
    }
    await ip('link', 'add', own, 'type', 'veth', 'peer', 'name', 'callers', 'netns', switchboard)
    await ip('-n', switchboard, 'link', 'set', 'callers', 'master', 'outside', 'up')
    await ip('address', 'add', `${addressOf('outside', STORE_HOST)}/24`, 'dev', own)
    await ip('link', 'set', own, 'up')
    for (const part of PARTS)
      if (part !== 'outside')
        await ip('route', 'add', addressOf(part, 0).concat('/24'), 'via', addressOf('outside', ROUTER_HOST))
  }

  /** A machine of one store, which answers at `address` and, if it is a standby, at one of its own. */
  async function addStore(part: Exclude<Part, 'outside'>, { isStandby = false } = {}) {
    const node: Node = { namespace: await namespaces.add(isStandby ? `${part}-standby` : part), wires: {} }
    await connectToSwitch(node, part, 'wire', isStandby ? STANDBY_HOST : STORE_HOST)
    await ip('-n', node.namespace, 'route', 'add', 'default', 'via', addressOf(part, ROUTER_HOST))
    if (!isStandby) stores.set(part, node)
    return { ...node, address: node.wires[part]!.address }
  }

  const stores = new Map<Part, Node>()
  const machines: Node[] = []

  async function addMachine() {
    const node: Node = { namespace: await namespaces.add(`machine-${machines.length + 1}`), wires: {} }
    for (const part of PARTS) await connectToSwitch(node, part, part, FIRST_MACHINE_HOST + machines.length)
    machines.push(node)
    return { ...node, address: node.wires.outside!.address }
  }

  /** The arguments of `ip` that name the namespace and the device of the other end. */
  function storeEnd(part: Part): { within: string[]; device: string; address: string } {
    const address = addressOf(part, STORE_HOST)
    if (part === 'outside') return { within: [], device: own, address }
    return { within: ['-n', stores.get(part)!.namespace], device: 'wire', address }
  }

  async function macOf(within: readonly string[], device: string): Promise<string> {
    const [link] = JSON.parse(await ip(...within, '-j', 'link', 'show', 'dev', device))
    return link.address
  }

  async function setNeighbour(within: readonly string[], device: string, address: string, mac: string, nud: string) {
    await ip(...within, 'neigh', 'replace', address, 'lladdr', mac, 'dev', device, 'nud', nud)
  }

  /** Both ends know each other for good, or as after an answer. */
  async function setNeighbours({ namespace, wires }: Node, part: Part, nud: 'permanent' | 'stale'): Promise<void> {
    const { device, address } = wires[part]!
    const end = storeEnd(part)
    await setNeighbour(['-n', namespace], device, end.address, await macOf(end.within, end.device), nud)
    await setNeighbour(end.within, end.device, address, await macOf(['-n', namespace], device), nud)
  }

  const setFarEnd = ({ wires }: Node, part: Part, state: 'up' | 'down') =>
    ip('-n', switchboard, 'link', 'set', wires[part]!.far, state)

  try {
    await setUp()
  } catch (error) {
    await namespaces.close()
    throw error
  }
  return {
    folder: namespaces.folder,
    ownAddress: addressOf('outside', STORE_HOST),
    spawnIn: namespaces.spawnIn,
    addStore,
    addMachine,
    /**
     * Takes down the far end of a machine's wire. `isSilent`: packets vanish without a word, as behind a router;
     * otherwise a connection fails after 3 s, as in one rack, because no neighbour answers.
     */
    async cut(machine: Node, part: Part, { isSilent = false } = {}): Promise<void> {
      if (isSilent) await setNeighbours(machine, part, 'permanent')
      await setFarEnd(machine, part, 'down')
    },
    async heal(machine: Node, part: Part): Promise<void> {
      await setFarEnd(machine, part, 'up')
      await setNeighbours(machine, part, 'stale')
    },
    /** Takes down the wire of a store, for good. */
    loseStore: (part: Exclude<Part, 'outside'>) => setFarEnd(stores.get(part)!, part, 'down'),
    /** The standby answers at the address of the store from now on; every neighbour learns where that is. */
    async moveAddress(part: Exclude<Part, 'outside'>, standby: Node): Promise<void> {
      const { namespace } = stores.get(part)!
      const address = `${addressOf(part, STORE_HOST)}/24`
      await ip('-n', namespace, 'address', 'del', address, 'dev', 'wire')
      await ip('-n', standby.namespace, 'address', 'add', address, 'dev', 'wire')
      stores.set(part, standby)
      await ip('-n', switchboard, 'neigh', 'flush', 'dev', part)
      for (const machine of machines) await setNeighbours(machine, part, 'stale')
    },
    close: namespaces.close,
  }
}
