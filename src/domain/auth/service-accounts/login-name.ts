import { normaliseEmail } from '#domain/auth/email-address.ts'

/** `.internal` is reserved for private use (ICANN, 2024): nobody on the internet has such an address. */
const DOMAIN = 'service-accounts.internal'
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const LOGIN_NAME = new RegExp(`^(svc_${UUID})@clt-(${UUID})\\.${DOMAIN.replace('.', '\\.')}$`)

export type ServiceAccountName = { client_id: string; service_account_id: string }

/**
 * What a service account logs in as, in the place of an e-mail address. It names client and account, so that no table has to
 * map names to ids; the client's underscore is a dash, because a host name has none.
 */
export function loginNameOf({ client_id, service_account_id }: ServiceAccountName): string {
  return `${service_account_id}@${client_id.replace('_', '-')}.${DOMAIN}`
}

/** Which service account a login name means, in whatever spelling; null when it is not of that form. */
export function parseLoginName(email: string): ServiceAccountName | null {
  const [, service_account_id, client] = LOGIN_NAME.exec(normaliseEmail(email)) ?? []
  if (service_account_id === undefined || client === undefined) return null
  return { service_account_id, client_id: `clt_${client}` }
}

/** Whether an address is in the domain of service accounts, where no user has one. */
export function isServiceAccountAddress(email: string): boolean {
  return normaliseEmail(email).endsWith(`.${DOMAIN}`)
}

/** By its prefix, as a session names whoever opened it. */
export function isServiceAccountId(id: string): boolean {
  return id.startsWith('svc_')
}
