import type { Target } from '#domain/notifications/notifications/events.ts'
import { exponentOf } from '#values/currencies.ts'
import { toMajor } from '#values/money.ts'
import templates from './messages.json' with { type: 'json' }

/** The first is the default. */
export const LANGUAGES = ['en', 'es'] as const
export type MessageLanguage = (typeof LANGUAGES)[number]

export type MessageText = { title: string; body: string }

/** `{amount}` is formatted in the message's language. */
const TEMPLATES: Record<MessageKey, Record<MessageLanguage, MessageText>> = templates
export type MessageKey = keyof typeof templates

export type Amount = { minor: number; currency: string }

export function languageOf(code: string | null): MessageLanguage {
  const [primary = ''] = (code ?? '').toLowerCase().split('-')
  return LANGUAGES.find(language => language === primary) ?? LANGUAGES[0]
}

export function formatMessage(language: MessageLanguage, message: MessageKey, amount: Amount | null): MessageText {
  const { title, body } = TEMPLATES[message][language]
  return { title, body: amount === null ? body : body.replace('{amount}', formatAmount(language, amount)) }
}

/** Decimals by ISO 4217: the ICU data of the machine may differ. */
function formatAmount(language: MessageLanguage, { minor, currency }: Amount): string {
  const digits = exponentOf(currency) ?? 0
  const style = { minimumFractionDigits: digits, maximumFractionDigits: digits, currencyDisplay: 'code' } as const
  return new Intl.NumberFormat(language, { style: 'currency', currency, ...style }).format(toMajor(minor, currency))
}

/** The sealed content of a notification; `also`: the same in other languages, by language code. */
export type NotificationText = MessageText & {
  data: Record<string, string>
  also?: Readonly<Record<string, MessageText>>
}

export function textSealContext(id: string): string {
  return `${id}|text`
}

export function messageInLanguage(
  { title, body, also }: NotificationText,
  { language }: Pick<Target, 'language'>,
): MessageText {
  return (language === null ? undefined : also?.[language]) ?? { title, body }
}
