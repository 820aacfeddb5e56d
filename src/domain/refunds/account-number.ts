import cardValidator from 'card-validator'
import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import type { FieldProblem } from '#values/errors.ts'

/** ISO 13616: an IBAN begins with two letters and two check digits; no known national number does. */
const IBAN_LIKE = /^[A-Z]{2}\d{2}/
const NATIONAL_ACCOUNT = /^(?=.*\d)[0-9A-Z]{4,34}$/
/** Sort codes, routing numbers, BLZ, IFSC, BSB and others. */
const NATIONAL_BANK_CODE = /^(?=.*\d)[0-9A-Z]{3,12}$/
/** ISO/IEC 7812. */
const CARD_LENGTH = /^\d{13,19}$/

/** As stored and paid: upper case, without spaces and dashes. */
export function normaliseAccountNumber(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase()
}

/** The reason never repeats the number. */
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

/** Luhn-valid and in the range of a card scheme: to store it would bring the service into the scope of PCI DSS. */
function isPaymentCard(account: string): boolean {
  return CARD_LENGTH.test(account) && cardValidator.number(account).isValid
}

/** Keeps at most four digits at each end and never more than half. */
export function maskAccountNumber(accountNumber: string): string {
  const account = normaliseAccountNumber(accountNumber)
  const { length } = account
  if (length <= 4) return '*'.repeat(length)
  if (length <= 8) return '*'.repeat(length - 2) + account.slice(-2)
  const kept = Math.min(4, Math.floor(length / 4))
  return account.slice(0, kept) + '*'.repeat(length - 2 * kept) + account.slice(-kept)
}
