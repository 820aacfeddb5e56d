import type { FillPart } from './fill-part.ts'

/** One tunnel is open until its lease ends, one was disconnected. */
export const fillTunnels: FillPart = async (client, name, _now, signal) => {
  const { data } = await client.listVpnServers({}, { signal })
  const server = data.find(({ status }) => status === 'online')
  if (server === undefined) return 'no tunnel, because no VPN server is online'
  const connect = (n: number) =>
    client.connectVpn(
      {
        body: {
          user_id: `${name}_user_${n}`,
          server_id: server.id,
          device_info: { device_id: `${name}_device_${n}`, device_type: 'phone', platform: 'ios' },
        },
      },
      { signal },
    )
  await connect(0)
  const { session_id } = await connect(1)
  await client.disconnectVpn({ body: { session_id } }, { signal })
  return '2 VPN sessions'
}
