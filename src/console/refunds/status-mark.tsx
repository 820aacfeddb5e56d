import type { RefundStatusName } from './statuses.ts'

export function StatusMark({ status }: { status: RefundStatusName }) {
  return <span class={`status status-${status}`}>{status}</span>
}
