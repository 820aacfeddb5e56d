import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { environmentWith } from '#config/config.ts'
import { spawnWithOutput } from '#programs/vpn-lab/spawn-with-output.ts'
import { refusal, startScriptedService } from '../client/scripted-service.ts'
import { suite } from '../harness/suite.ts'

/** The command: whether it begins, and how it ends. */
const test = suite('npm run vpn-agent')
const service = await startScriptedService()
test.after(() => service.close())

const SECRET = 'svcsec_of-a-test-and-of-nobody-else'
const LOGGED_IN = {
  status: 200,
  body: { access_token: 'access-token-of-a-test', refresh_token: 'refresh-token-of-a-test' },
}
const main = join(import.meta.dirname, '../../src/programs/vpn-agent/main.ts')
const begin = () =>
  spawnWithOutput(
    process.execPath,
    [main, '--server', '20', '--management', '/nowhere/agent.sock', '--url', service.url],
    {
      name: 'agent',
      env: environmentWith({ SERVICE_EMAIL: 'agent@example.com', SERVICE_PASSWORD: SECRET }),
    },
  )

test('a service that has no time now may have it later', async () => {
  for (const answer of [refusal(429, 'RATE_LIMIT_EXCEEDED'), refusal(503, 'SERVICE_UNAVAILABLE'), 'reset'] as const) {
    service.answers(LOGGED_IN, answer)
    const agent = begin()
    await agent.waitForLine(/OpenVPN cannot be reached/)
    agent.child.kill('SIGTERM')
    assert.is(await agent.exited, 0)
    for (const line of agent.lines) assert.not.match(line, /svcsec_|-token-of-a-test/)
  }
})

test('the agent of another server fails at once', async () => {
  for (const answers of [[refusal(401, 'AUTH_001')], [LOGGED_IN, refusal(404, 'VPN_004')]]) {
    service.answers(...answers)
    const agent = begin()
    assert.is(await agent.exited, 1)
    assert.equal(agent.lines.length, 1)
    assert.match(agent.lines[0]!, /^http:\/\/127\.0\.0\.1:\d+ refused: (AUTH_001|VPN_004): No\.$/)
  }
})

test.run()
