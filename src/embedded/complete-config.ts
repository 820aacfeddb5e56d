import type { CompleteConfig, Config, PushAccess } from '#config/config.ts'
import { withDevelopmentEndpoints } from './development-endpoints.ts'
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
