import { randomUUID } from 'node:crypto'
import { DETECTION_DATA } from '#commands/detections/detection-data.ts'
import { recordDetections } from '#commands/detections/record-detections.ts'
import { detectionStreams } from '#domain/detections/events.ts'
import { addEnvelopes, toNewEvent } from '#event-sourcing/envelope.ts'
import { emptySnapshot } from '#event-sourcing/snapshots.ts'
import { startTestService } from '../harness/service.ts'
import { figure, median, perSecond, round, timed } from './figures.ts'

/**
 * Detections that one process records, 64 at a time, without the bus: of people whose key of the day exists, and of new
 * ones. Beside them the same events appended alone.
 */
export const name = 'detections recorded'

const KIND = 'phishing.email_detected'
const DETECTIONS = Number(process.env.BENCH_DETECTIONS ?? 3_000)
const ROUNDS = 3
const IN_FLIGHT = 64
const PEOPLE = 200

export async function bench(): Promise<void> {
  const running = await startTestService({ ROLES: 'api' })
  const { service } = running
  try {
    const { client_id } = (await running.admin.get('/api/auth/me')).body
    const contextNow = () => ({
      ...{ actor: { sub: 'bus', client_id, role: 'bus' }, request_id: 'bench', command_id: randomUUID() },
      ...{ correlation_id: 'bench', causation_id: null, now: service.now() },
    })
    const record = async (user_id: string) => {
      const id = randomUUID()
      const data = DETECTION_DATA[KIND].parse({ sender: 'support@bank-login.example', subject: 'Locked', user_id })
      await recordDetections(service, contextNow(), KIND, [{ id, time: new Date().toISOString(), data }])
      return detectionStreams.id(client_id, KIND, id)
    }
    const [sample] = await service.store.read(detectionStreams.stream(await record('user_0')))
    const { type, data } = detectionStreams.parse(sample!)
    const append = async () => {
      const stream = detectionStreams.stream(randomUUID())
      const events = addEnvelopes(stream, emptySnapshot(null), [{ type, data }], contextNow())
      await service.store.append(stream, 'no_stream', events.map(toNewEvent))
    }
    const rate = async (job: (index: number) => Promise<unknown>) =>
      perSecond(DETECTIONS, (await timed(DETECTIONS, IN_FLIGHT, job)).ms)
    const recordKnown = (index: number) => record(`user_${index % PEOPLE}`)
    await rate(append)
    await rate(recordKnown)
    const [floors, known, unknown]: number[][] = [[], [], []]
    for (let run = 0; run < ROUNDS; run += 1) {
      floors!.push(await rate(append))
      known!.push(await rate(recordKnown))
      unknown!.push(await rate(() => record(randomUUID())))
    }
    const floor = median(floors!)
    const ofFloor = (rates: number[]) => `${round((median(rates) / floor) * 100)} % of the floor`
    figure(`appends/s of the same events, ${IN_FLIGHT} at a time (floor)`, round(floor))
    figure(`detections/s of ${PEOPLE} known people, ${IN_FLIGHT} at a time`, round(median(known!)), ofFloor(known!))
    figure(`detections/s of new people, ${IN_FLIGHT} at a time`, round(median(unknown!)), ofFloor(unknown!))
  } finally {
    await running.end()
  }
}
