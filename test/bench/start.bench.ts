import { figure, median, round } from './figures.ts'
import { spawnService, startAgainMs } from './spawned-service.ts'

export const name = 'cold start and memory'

const ROUNDS = 3

export async function bench(): Promise<void> {
  const first: number[] = []
  const again: number[] = []
  const memory: { all: number[]; api: number[] } = { all: [], api: [] }
  for (let run = 0; run < ROUNDS; run += 1) {
    const service = await spawnService()
    first.push(service.startMs)
    memory.all.push(service.residentMb())
    await service.end()
    again.push(await startAgainMs(service.environment))
    const api = await spawnService({ ...service.environment, ROLES: 'api' })
    memory.api.push(api.residentMb())
    await api.stop()
  }
  figure('first start to ready, ms', round(median(first)), 'aim ≤ 8,000')
  figure('start again to ready, ms', round(median(again)), 'aim ≤ 3,000')
  figure('resident memory after start, role api, MB', round(median(memory.api)), 'aim ≤ 200')
  figure('resident memory after start, all roles, MB', round(median(memory.all)))
}
