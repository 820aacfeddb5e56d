import cardValidator from 'card-validator'
import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import type { FieldProblem } from '#values/errors.ts'

/** ISO 13616: every IBAN begins with two letters and two check digits; no national number we know does. */
const IBAN_LIKE = /^[A-Z]{2}\d{2}/
/** National account numbers: up to 34 letters and digits as in an IBAN's account part, at least 4, one of them a digit. */
const NATIONAL_ACCOUNT = /^(?=.*\d)[0-9A-Z]{4,34}$/
/** Sort codes, routing numbers, BLZ, IFSC, BSB and the like, with or without dashes. */
const NATIONAL_BANK_CODE = /^(?=.*\d)[0-9A-Z]{3,12}$/
/** Payment cards have 13 to 19 digits (ISO/IEC 7812). */
const CARD_LENGTH = /^\d{13,19}$/

/** The account number as it is stored and paid: upper case, without spaces and dashes. */
export function normaliseAccountNumber(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase()
}

/** What is wrong with an account, or null. The number itself is never part of the answer. */
export function findAccountProblem(accountNumber: string, bankCode: string): FieldProblem | null {
  const account = normaliseAccountNumber(accountNumber)
  if (isPaymentCard(account))
    return { field: 'account_number', reason: 'is a payment card number; cards are not accepted' }
  if (IBAN_LIKE.test(account)) {
    if (!isValidIBAN(electronicFormatIBAN(account) ?? ''))
      return { field: 'account_number', reason: 'is not a valid IBAN (country, length or check digits)' }
  } else if (!NATIONAL_ACCOUNT.test(account)) {
    return { field: 'account_number', reason: 'must be an IBAN or 4 to 34 letters and digits' }
  }
  const bank = normaliseAccountNumber(bankCode)
  if (!isValidBIC(bank) && !NATIONAL_BANK_CODE.test(bank))
    return { field: 'bank_code', reason: 'must be a BIC or a national bank code of 3 to 12 letters and digits' }
  return null
}

/** Luhn-valid and within the number ranges of a card scheme: such a number would put the service in the scope of PCI DSS. */
function isPaymentCard(account: string): boolean {
  return CARD_LENGTH.test(account) && cardValidator.number(account).isValid
}

/** At most four digits of head and tail stay, never more than half; short numbers keep two or none. */
export function maskAccountNumber(accountNumber: string): string {
  const account = normaliseAccountNumber(accountNumber)
  const { length } = account
  if (length <= 4) return '*'.repeat(length)
  if (length <= 8) return '*'.repeat(length - 2) + account.slice(-2)
  const kept = Math.min(4, Math.floor(length / 4))
  return account.slice(0, kept) + '*'.repeat(length - 2 * kept) + account.slice(-kept)
}
