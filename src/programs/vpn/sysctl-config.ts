export const SYSCTL_FILE = 'sysctl.conf'

/** Seconds until the kernel forgets a silent TCP connection, as RFC 5382 requires of NAT; the default is five days. */
const SILENT_TCP_S = 7_440
/** Connections: a hundred for each of 5,000 clients. */
const CONNECTIONS_MAX = 524_288

/**
 * A forwarding machine ignores router advertisements unless `accept_ra` is 2, which comes first: otherwise the kernel
 * would drop an IPv6 default route learned from one. "-": may fail, because a container can't change it.
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
