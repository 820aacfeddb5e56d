import type { Refund } from '#domain/refunds/state.ts'
import type { Service } from '#service.ts'
import { ERASED, personSubject } from '#values/person.ts'

export function beneficiarySubject(client_id: string, user_id: string): string {
  return personSubject({ client_id, user_id })
}

export async function sealField(
  { vault }: Pick<Service, 'vault'>,
  refundId: string,
  { client_id, beneficiary }: Pick<Refund, 'client_id'> & { beneficiary: { user_id: string } },
  field: 'name' | 'account_number' | 'description' | 'void_details',
  plaintext: string,
): Promise<string> {
  return vault.seal(beneficiarySubject(client_id, beneficiary.user_id), `${refundId}|${field}`, plaintext)
}

/** `vault.open`, or `openSealed` where a damaged text must not hide the rest. */
type OpenText = (sealed: string, context: string) => Promise<string | null>

/** `name` is null, and the other fields `[erased]`, when the texts can never be opened again. */
type OpenedRefund = { refund: Refund; name: string | null }

/** An erasure (`isErased`, or a name that cannot be opened) also leaves out the plaintext of older events. */
export async function openRefund(
  open: OpenText,
  refundId: string,
  refund: Refund,
  isErased = false,
): Promise<OpenedRefund> {
  const name = isErased ? null : await open(refund.beneficiary.name, `${refundId}|name`)
  if (name === null) return { refund: erasedRefund(refund), name }
  const { description_sealed, voiding } = refund
  const opened = async (sealed: string | undefined, field: string, plaintext: string | null) =>
    sealed === undefined ? plaintext : ((await open(sealed, `${refundId}|${field}`)) ?? ERASED)
  const description = await opened(description_sealed, 'description', refund.description)
  const void_details =
    voiding === null ? null : await opened(voiding.void_details_sealed, 'void_details', voiding.void_details)
  return { refund: { ...refund, description, voiding: voiding && { ...voiding, void_details } }, name }
}

/** Fields that had a value read `[erased]`. */
function erasedRefund(refund: Refund): Refund {
  const { beneficiary, cancellation, voiding } = refund
  const erasedText = (plaintext: string | null, sealed?: string) =>
    plaintext === null && sealed === undefined ? null : ERASED
  return {
    ...refund,
    description: erasedText(refund.description, refund.description_sealed),
    beneficiary: {
      ...beneficiary,
      ...{ user_id: ERASED, name: ERASED, account_number: ERASED, account_masked: ERASED, bank_code: ERASED },
      account_id: erasedText(beneficiary.account_id),
    },
    cancellation: cancellation && { ...cancellation, cancel_reason: erasedText(cancellation.cancel_reason) },
    voiding: voiding && { ...voiding, void_details: erasedText(voiding.void_details, voiding.void_details_sealed) },
  }
}
