import type { Config } from './config.ts'

/** `metadata.test_mode` of every event that this installation tells. */
export function isTestMode({ ENVIRONMENT }: Pick<Config, 'ENVIRONMENT'>): boolean {
  return ENVIRONMENT === 'sandbox'
}
