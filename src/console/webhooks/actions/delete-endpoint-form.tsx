import { useState } from 'preact/hooks'
import { ServiceError } from '../../../client/errors.ts'
import { api } from '../../api.ts'
import { go } from '../../routing/location.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import type { EndpointActionProps } from '../endpoint.ts'

/** The API's largest page. */
const COUNTED_MAX = 100

export function DeleteEndpointForm({ endpoint: { webhook_id, url } }: EndpointActionProps) {
  const [isConfirming, setConfirming] = useState(false)
  const { answer } = useAnswer(
    signal =>
      api.listDeliveries({ path: { webhook_id }, query: { status: 'pending', limit: COUNTED_MAX } }, { signal }),
    [webhook_id],
  )
  const remove = async () => {
    try {
      await api.deleteWebhook({ path: { webhook_id } })
    } catch (error) {
      // Deleted by another person, or by the request whose answer was lost.
      if (!(error instanceof ServiceError) || error.code !== 'NOT_FOUND') throw error
    }
  }
  return (
    <div class="action">
      <p>
        The endpoint and its secrets are deleted, and its pending deliveries are cancelled. That can't be undone, and a
        recovery can't send them later. To pause it, disable it instead.
      </p>
      <p>{answer !== null && pendingOf(answer.data.length, answer.pagination.has_more)}</p>
      <div class="actions">
        <button type="button" class="primary" onClick={() => setConfirming(true)}>
          Delete it
        </button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          title="Delete this endpoint?"
          action="Delete the endpoint"
          run={remove}
          unknown="Delete it again: an endpoint is deleted once."
          onClose={isDone => {
            setConfirming(false)
            if (isDone) go({ path: ['webhooks'] })
          }}
        >
          <p>
            <bdi>{url}</bdi>
          </p>
          <p>
            {answer !== null && pendingOf(answer.data.length, answer.pagination.has_more)} Other endpoints keep theirs.
            A request that is under way may still arrive.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function pendingOf(count: number, hasMore: boolean): string {
  if (count === 0) return 'No delivery is pending.'
  const number = hasMore
    ? `More than ${count} deliveries are`
    : count === 1
      ? '1 delivery is'
      : `${count} deliveries are`
  return `${number} pending, and would be cancelled.`
}
