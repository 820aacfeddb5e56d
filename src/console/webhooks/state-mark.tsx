import type { DeliveryStatusName, EndpointStatusName } from './endpoint.ts'

export function StateMark({ status }: { status: EndpointStatusName | DeliveryStatusName }) {
  return <span class={`status status-${status}`}>{status}</span>
}
