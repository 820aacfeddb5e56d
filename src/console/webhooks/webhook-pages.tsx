import { CreateEndpointPage } from './create-endpoint-page.tsx'
import { DeliveryPage } from './deliveries/delivery-page.tsx'
import { EndpointPage } from './endpoint-page.tsx'
import { EndpointsPage } from './endpoints-page.tsx'
import { RecoveryPage } from './recovery-page.tsx'

/** `rest`: of the address, as in the paths of the API: `wh_1/deliveries/dlv_1`. */
export function WebhookPages({ rest: [id, kind, of] }: { rest: readonly string[] }) {
  if (id === undefined) return <EndpointsPage />
  if (id === 'new') return <CreateEndpointPage />
  if (kind === 'deliveries' && of !== undefined) return <DeliveryPage key={of} id={id} delivery={of} />
  if (kind === 'recover' && of !== undefined) return <RecoveryPage key={of} id={id} recovery={of} />
  return <EndpointPage key={id} id={id} />
}
