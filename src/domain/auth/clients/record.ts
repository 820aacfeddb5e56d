import type { ClientState } from './state.ts'

export type ClientView = ReturnType<typeof clientRecord>

export function clientRecord(client_id: string, client: Exclude<ClientState, { status: 'absent' }>) {
  const { name, tier, agreed_limit, sms_quota, country, status, registered_at: created_at } = client
  return { client_id, name, tier, agreed_limit, sms_quota, country, status, created_at }
}
