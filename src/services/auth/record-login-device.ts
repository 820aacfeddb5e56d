import { withTimeout } from '#concurrency/timeout.ts'
import { loginDevices } from '#domain/auth/login-devices/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { userSubject } from '#privacy/user-id.ts'
import type { Auth } from './auth.ts'
import { deviceFingerprint, type LoginOrigin } from './login-device.ts'

/** A login waits at most this long. A later result is still recorded, a failure is made up for by the next login. */
const RECORD_MS_MAX = 1_000

/** The event of a new device triggers the user's notification. A failure is logged and does not fail the login. */
export async function recordLoginDevice(
  { execute, vault, log }: Pick<Auth, 'execute' | 'vault' | 'log'>,
  context: Context,
  { user_id, client_id }: { user_id: string; client_id: string },
  origin: Omit<LoginOrigin, 'ip'>,
): Promise<void> {
  async function record() {
    const { how, text } = deviceFingerprint({ ...origin, ip: context.actor.ip ?? null })
    const device = await vault.digestFor(userSubject(user_id), 'login-device', text)
    const recognise = { type: 'recognise', client_id, device, how } as const
    // Of concurrent logins from one device only one has to succeed.
    await execute.run(loginDevices, user_id, recognise, context, { retryBudgetMs: RECORD_MS_MAX })
  }
  await withTimeout(RECORD_MS_MAX, record()).catch(error =>
    log.warn({ user_id, err: error }, 'the device of a login was not recorded'),
  )
}
