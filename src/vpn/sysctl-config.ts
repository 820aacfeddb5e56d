/** The file of the kernel's switches, beside the server's other files. */
export const SYSCTL_FILE = 'sysctl.conf'

/**
 * The kernel forwards between devices; the firewall says what. A machine that forwards ignores router advertisements unless `accept_ra` is 2, which
 * comes first: without it the kernel would drop an IPv6 default route that it learned from one.
 */
export function sysctlConfig(): string {
  return ['net.ipv6.conf.*.accept_ra = 2', 'net.ipv4.ip_forward = 1', 'net.ipv6.conf.all.forwarding = 1', ''].join('\n')
}
