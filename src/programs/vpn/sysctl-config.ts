export const SYSCTL_FILE = 'sysctl.conf'

/**
 * How long the kernel keeps a silent TCP connection, in seconds: as RFC 5382 requires of NAT. With the default of five
 * days, connections of ended tunnels would fill the kernel's table.
 */
const SILENT_TCP_S = 7_440
/** Connections: a hundred for each of 5,000 clients. */
const CONNECTIONS_MAX = 524_288

/**
 * Forwarding between devices; the firewall restricts it. A forwarding machine ignores router advertisements unless
 * `accept_ra` is 2, which comes first: otherwise the kernel would drop an IPv6 default route learned from one. "-": may
 * fail, because a container can't change the size of the table.
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
