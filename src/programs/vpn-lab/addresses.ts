import { existsSync } from 'node:fs'

export const hasIpv6 = existsSync('/proc/net/if_inet6')
/** No packet of the lab leaves the machine. */
export const SERVER_ADDRESS = '10.99.0.1'
export const SERVER_ADDRESS6 = hasIpv6 ? 'fd99::1' : null
/** A web server and a name server. The addresses are global: a VPN server forwards to no others. */
export const INTERNET_ADDRESS = '1.2.3.4'
export const INTERNET_ADDRESS6 = hasIpv6 ? '2a10:1:2::4' : null
export const INTERNET_NAME = 'bank.example'
export const INTERNET_PORT = '80'
export const UPLINK = { address: '10.99.0.254', address6: 'fd99::fe' }
export const linkOf = (n: number) => ({
  ...{ internetEnd: `wire${n}`, clientEnd: 'wire', end: `10.99.${n}.1`, client: `10.99.${n}.2` },
  ...{ end6: `fd99:0:0:${n}::1`, client6: `fd99:0:0:${n}::2` },
})
