import { type Config, readLogin } from '#config/config.ts'
import { readCredentials } from '#embedded/first-administrator.ts'

export type Login = { email: string; password: string }

export function findService(config: Config): { url: string; login: Login | null } {
  const written = readCredentials(config.DATA_DIR)
  const { BOOTSTRAP_ADMIN_EMAIL: email, BOOTSTRAP_ADMIN_PASSWORD: password } = config
  const configured = password === undefined ? null : { email, password }
  const first = written && { email: written.email, password: written.password }
  const url = written?.url || `${config.tls === undefined ? 'http' : 'https'}://${config.HOST}:${config.PORT}`
  return { url, login: readLogin() ?? configured ?? first }
}
