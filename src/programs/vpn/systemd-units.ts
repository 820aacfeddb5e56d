import { MANAGEMENT } from '#domain/vpn/server-config.ts'
import { FIREWALL_FILE } from './nft-ruleset.ts'
import { SYSCTL_FILE } from './sysctl-config.ts'

/** Of agent and firewall; OpenVPN starts as root. */
const USER = 'security-vpn'
const RESOLVER_UNIT = 'unbound.service'
/** SERVICE_URL, SERVICE_EMAIL and SERVICE_PASSWORD. */
export const AGENT_ENVIRONMENT_FILE = 'agent.env'

/** `folder` of the server's files, `program` of this repository: absolute paths on the server. */
type Installed = { server_id: number; folder: string; program: string; hasRouting: boolean }

/**
 * OpenVPN starts after the ruleset is loaded; the firewall has CAP_NET_ADMIN alone; the agent has no capability. With
 * routing, the kernel forwards only once the ruleset is loaded.
 */
export function systemdUnits({ server_id, folder, program, hasRouting }: Installed): Record<string, string> {
  const name = `vpn-${server_id}`
  const socket = `/run/${name}/firewall.sock`
  const node = `/usr/bin/env node ${program}/src`
  return {
    [`${name}.service`]: unit(`OpenVPN server ${server_id}`, { wants: hasRouting ? [RESOLVER_UNIT] : [] }, [
      `WorkingDirectory=${folder}`,
      `ExecStartPre=/usr/sbin/nft -f ${folder}/${FIREWALL_FILE}`,
      ...(hasRouting ? [`ExecStartPre=/usr/sbin/sysctl -q -p ${folder}/${SYSCTL_FILE}`] : []),
      `ExecStart=/usr/sbin/openvpn --config ${folder}/server.conf`,
      // Over TCP each client is a file.
      'LimitNOFILE=65536',
    ]),
    [`${name}-firewall.service`]: unit(`Firewall of VPN server ${server_id}`, {}, [
      `User=${USER}`,
      'AmbientCapabilities=CAP_NET_ADMIN',
      'CapabilityBoundingSet=CAP_NET_ADMIN',
      'NoNewPrivileges=yes',
      `RuntimeDirectory=${name}`,
      'RuntimeDirectoryMode=0700',
      `WorkingDirectory=${program}`,
      `ExecStart=${node}/vpn-firewall/main.ts --socket ${socket} --rules ${folder}/${FIREWALL_FILE}`,
    ]),
    [`${name}-agent.service`]: unit(`Agent of VPN server ${server_id}`, { after: [`${name}-firewall.service`] }, [
      `User=${USER}`,
      'CapabilityBoundingSet=',
      'NoNewPrivileges=yes',
      `WorkingDirectory=${program}`,
      `EnvironmentFile=${folder}/${AGENT_ENVIRONMENT_FILE}`,
      `ExecStartPre=+/bin/chown ${USER} ${folder}/${MANAGEMENT.folder}`,
      `ExecStart=${node}/vpn-agent/main.ts --server ${server_id} --management ${folder}/${MANAGEMENT.socket} \\`,
      `  --firewall ${socket} --url \${SERVICE_URL}`,
    ]),
  }
}

type UnitDependencies = { wants?: readonly string[]; after?: readonly string[] }

function unit(description: string, { wants = [], after = [] }: UnitDependencies, service: readonly string[]): string {
  return [
    '[Unit]',
    `Description=${description}`,
    ['Wants=network-online.target', ...wants].join(' '),
    // Debian's unit of nftables deletes all tables when it starts.
    ['After=network-online.target nftables.service', ...after].join(' '),
    'StartLimitIntervalSec=0',
    '',
    '[Service]',
    ...service,
    'Restart=always',
    'RestartSec=1',
    '',
    '[Install]',
    'WantedBy=multi-user.target',
    '',
  ].join('\n')
}
