import type { Config } from './config.ts'

/** `metadata.test_mode` of every event of this installation. */
export function isTestMode({ ENVIRONMENT }: Pick<Config, 'ENVIRONMENT'>): boolean {
  return ENVIRONMENT === 'sandbox'
}
