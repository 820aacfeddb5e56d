import type { CompleteConfig, Config, PushAccess } from '#config/config.ts'
import { developmentCaOf } from './development-ca.ts'
import { firstPasswordOf } from './first-administrator.ts'
import { auditKeysOf, jwtKeysOf, masterKeyOf } from './secrets.ts'

/** Fills the gaps of the configuration from the data folder. Production has no gaps (config.ts), so no file is made. */
export async function completeConfig(given: Config, pushAccess: PushAccess): Promise<CompleteConfig> {
  const config = await withDevelopmentEndpoints(given)
  return {
    ...config,
    pushAccess,
    MASTER_KEY: config.MASTER_KEY ?? masterKeyOf(config.DATA_DIR),
    JWT_KEYS: config.JWT_KEYS ?? jwtKeysOf(config.DATA_DIR),
    AUDIT_KEYS: config.AUDIT_KEYS ?? auditKeysOf(config.DATA_DIR),
    BOOTSTRAP_ADMIN_PASSWORD: config.BOOTSTRAP_ADMIN_PASSWORD ?? firstPasswordOf(config),
  }
}

const LOOPBACK = ['127.0.0.0/8', '::1/128']

/** A service on embedded stores is a trial: by default its webhooks may reach this machine, with its development CA. */
async function withDevelopmentEndpoints(config: Config): Promise<Config> {
  const isTrial =
    config.ENVIRONMENT === 'sandbox' && config.EVENTSTORE_URL === undefined && config.DATABASE_URL === undefined
  if (!isTrial) return config
  const { caPem } = await developmentCaOf(config.DATA_DIR)
  return {
    ...config,
    WEBHOOK_ALLOW_CIDRS: config.WEBHOOK_ALLOW_CIDRS.length > 0 ? config.WEBHOOK_ALLOW_CIDRS : LOOPBACK,
    webhookCa: config.webhookCa ?? caPem,
  }
}
