import { StatusMark } from '../ui/status-mark.tsx'
import type { DetectionAnswer } from './detection.ts'

export function Severity({ of }: { of: DetectionAnswer['severity'] }) {
  return of === null ? <>not reported</> : <StatusMark of="level" status={of} />
}
