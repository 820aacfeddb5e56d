import * as assert from 'uvu/assert'
import { type DetectionCommand, detections, detectionTable } from '#domain/detections/decider.ts'
import { type DetectionEvent, type DetectionRecordedData, detectionStreams } from '#domain/detections/events.ts'
import type { DetectionState } from '#domain/detections/state.ts'
import { scenario } from '../../harness/scenario.ts'
import { storedEvents } from '../../harness/stored-events.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('detection decider')
const { given } = scenario(detections.decider)

const sample = storedEvents.find(({ type }) => type === 'DetectionRecorded')!.data as DetectionRecordedData
const timed = { ...sample, is_detected_at_reported: true }
const recordedOf = (data: DetectionRecordedData): DetectionEvent => ({ type: 'DetectionRecorded', data })

const histories: Record<DetectionState['status'], DetectionEvent[]> = { absent: [], recorded: [recordedOf(sample)] }
const commands: Record<DetectionCommand['type'], DetectionCommand> = {
  record: { type: 'record', data: sample },
  repeat: { type: 'repeat', digest: sample.digest, detected_at: null },
}

for (const [command, cells] of Object.entries(detectionTable))
  for (const [status, cell] of Object.entries(cells))
    test(`table: ${command} × ${status}`, () => {
      const met = given(...histories[status as DetectionState['status']]).when(
        commands[command as DetectionCommand['type']],
      )
      assert.is(met.type(), cell)
    })

test('a repeat with other content is a conflict, unless the content is deleted', () => {
  const repeat = (digest: string | null) => given(recordedOf(sample)).when({ ...commands.repeat, digest } as never)
  repeat('other').refuses('CONFLICT', { field: 'id' })
  assert.is(repeat(null).type(), 'replay')
})

test('only two reported times can contradict each other', () => {
  const repeat = (data: DetectionRecordedData, detected_at: string | null, digest: string | null = data.digest) =>
    given(recordedOf(data)).when({ type: 'repeat', digest, detected_at })
  const later = '2026-01-02T00:00:00.000Z'
  repeat(timed, later).refuses('CONFLICT', { field: 'detected_at' })
  for (const met of [repeat(timed, null), repeat(timed, timed.detected_at), repeat(sample, later)])
    assert.is(met.type(), 'replay')
  assert.is(repeat(timed, later, null).type(), 'replay')
})

test('the id is that of client, kind and message, and is parsed back', () => {
  const ids = [
    detectionStreams.id('clt_1', 'spam.call_blocked', 'm'),
    detectionStreams.id('clt_2', 'spam.call_blocked', 'm'),
    detectionStreams.id('clt_1', 'darkweb.leak_detected', 'm'),
    detectionStreams.id('clt_1', 'spam.call_blocked', 'n'),
  ]
  assert.is(new Set(ids).size, 4)
  // Permanent: the first recorded detection must be found for ever.
  assert.is(ids[0], '4fefc433-60f1-5a71-89b7-7cc30c6aff43')
  for (const id of ids) assert.is(detectionStreams.parseDetectionId(detectionStreams.detectionId(id)), id)
  for (const other of [ids[0]!, 'det_', 'det_1', `ntf_${ids[0]}`])
    assert.is(detectionStreams.parseDetectionId(other), null)
})

test.run()
