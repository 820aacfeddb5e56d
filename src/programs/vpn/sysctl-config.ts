/** The file of the kernel's switches, beside the server's other files. */
export const SYSCTL_FILE = 'sysctl.conf'

/**
 * How long the kernel keeps a silent TCP connection, in seconds: as long as RFC 5382 asks of address translation. The
 * default is five days: what clients left open when their tunnels ended would fill the kernel's table, and then no
 * client could connect to anything.
 */
const SILENT_TCP_S = 7_440
/** The size of that table: a hundred connections for each of 5,000 clients. */
const CONNECTIONS_MAX = 524_288

/**
 * The kernel forwards between devices; the firewall says what. A machine that forwards ignores router advertisements
 * unless `accept_ra` is 2, which comes first: without it the kernel would drop an IPv6 default route that it learned
 * from one. A container can't change the size of the table: a setting after "-" may fail.
 */
export function sysctlConfig(): string {
  return [
    'net.ipv6.conf.*.accept_ra = 2',
    `net.netfilter.nf_conntrack_tcp_timeout_established = ${SILENT_TCP_S}`,
    `-net.netfilter.nf_conntrack_max = ${CONNECTIONS_MAX}`,
    'net.ipv4.ip_forward = 1',
    'net.ipv6.conf.all.forwarding = 1',
    '',
  ].join('\n')
}
