import { normaliseEmail } from '#domain/auth/email-address.ts'

/** `.internal` is reserved for private use (ICANN, 2024): no address on the internet has it. */
const DOMAIN = 'service-accounts.internal'
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const LOGIN_NAME = new RegExp(`^(svc_${UUID})@clt-(${UUID})\\.${DOMAIN.replace('.', '\\.')}$`)

export type ServiceAccountName = { client_id: string; service_account_id: string }

/** Contains client and account, so that no table maps names to ids. Host names have no underscore, hence the dash. */
export function loginNameOf({ client_id, service_account_id }: ServiceAccountName): string {
  return `${service_account_id}@${client_id.replace('_', '-')}.${DOMAIN}`
}

export function parseLoginName(email: string): ServiceAccountName | null {
  const [, service_account_id, client] = LOGIN_NAME.exec(normaliseEmail(email)) ?? []
  if (service_account_id === undefined || client === undefined) return null
  return { service_account_id, client_id: `clt_${client}` }
}

export function isServiceAccountAddress(email: string): boolean {
  const address = normaliseEmail(email)
  return address.endsWith(`@${DOMAIN}`) || address.endsWith(`.${DOMAIN}`)
}

export function isServiceAccountId(id: string): boolean {
  return id.startsWith('svc_')
}
