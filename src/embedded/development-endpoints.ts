import type { Config } from '#config/config.ts'
import { developmentCaOf } from './development-ca.ts'

const LOOPBACK = ['127.0.0.0/8', '::1/128']

/** A service on embedded stores is a trial: by default its webhooks may reach this machine, with its development CA. */
export async function withDevelopmentEndpoints(config: Config): Promise<Config> {
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
