import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SERVER_ADDRESS, SERVER_ADDRESS6 } from '#programs/vpn-lab/addresses.ts'

/**
 * Counts by nftables at the ingress of the device, which misses no packet, unlike a capture to a file. Excluded are
 * ARP, neighbour discovery, and the kernel's refusal of a packet of the VPN server while its restarting client had no
 * socket.
 */
export async function capturePackets(device: string, folder: string, run: (...command: string[]) => Promise<string>) {
  const table = `capture_${device}`
  const [server4, server6] = [`ip daddr ${SERVER_ADDRESS}`, `ip6 daddr ${SERVER_ADDRESS6}`]
  const file = join(folder, `${table}.nft`)
  /** `portAt`: bit offset of the refused packet's source port, after 8 bytes of ICMP and an IP header. */
  const isTunnel = (destination: string, icmp: string, portAt: number) => `
    ${destination} meta l4proto { tcp, udp } th dport 1194 counter name tunnel accept
    ${destination} ${icmp} type destination-unreachable ${icmp} code port-unreachable @th,${portAt},16 1194 accept`
  writeFileSync(
    file,
    `table netdev ${table}
delete table netdev ${table}
table netdev ${table} {
  counter tunnel {}
  set outside4 { type ipv4_addr . inet_proto . inet_service; size 4096; flags dynamic; }
  set outside6 { type ipv6_addr . inet_proto . inet_service; size 4096; flags dynamic; }
  chain arriving {
    type filter hook ingress device "${device}" priority 0;
    ether type arp accept
    icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert, nd-router-solicit, mld2-listener-report } accept
${isTunnel(server4, 'icmp', 224)}
${SERVER_ADDRESS6 === null ? '' : isTunnel(server6, 'icmpv6', 384)}
    update @outside4 { ip daddr . meta l4proto . th dport counter }
    update @outside6 { ip6 daddr . meta l4proto . th dport counter }
  }
}
`,
  )
  await run('nft', '-f', file)
  const list = async (what: string, objectName: string) => {
    const { nftables } = JSON.parse(await run('nft', '-j', 'list', what, 'netdev', table, objectName))
    return nftables[1]
  }
  return {
    tunnelPackets: async (): Promise<number> => (await list('counter', 'tunnel')).counter.packets,
    async outside(): Promise<string[]> {
      const sets = await Promise.all(['outside4', 'outside6'].map(objectName => list('set', objectName)))
      type Element = { elem: { val: { concat: (string | number)[] } } }
      return sets.flatMap(({ set }) => (set.elem ?? []).map(({ elem }: Element) => elem.val.concat.join(' ')))
    },
  }
}
