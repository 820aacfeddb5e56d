import { exponentOf, toMajor } from '#values/money.ts'

/** The first is the default. */
export const LANGUAGES = ['en', 'es'] as const
export type MessageLanguage = (typeof LANGUAGES)[number]

export type MessageText = { title: string; body: string }

/** `{amount}` is formatted in the message's language. */
const templates = {
  refund_completed: {
    en: { title: 'Refund completed', body: 'Your refund of {amount} has been paid.' },
    es: { title: 'Reembolso completado', body: 'Tu reembolso de {amount} se ha pagado.' },
  },
  refund_failed: {
    en: { title: 'Refund failed', body: 'Your refund of {amount} could not be paid.' },
    es: { title: 'Reembolso fallido', body: 'Tu reembolso de {amount} no se ha podido pagar.' },
  },
  refund_cancelled: {
    en: { title: 'Refund cancelled', body: 'Your refund of {amount} was cancelled.' },
    es: { title: 'Reembolso cancelado', body: 'Tu reembolso de {amount} se ha cancelado.' },
  },
  refund_voided: {
    en: { title: 'Refund withdrawn', body: 'Your refund of {amount} was withdrawn.' },
    es: { title: 'Reembolso anulado', body: 'Tu reembolso de {amount} se ha anulado.' },
  },
  fraud_detected: {
    en: { title: 'Was this you?', body: 'A payment of {amount} looks suspicious. Please check it in the app.' },
    es: { title: '¿Has sido tú?', body: 'Un pago de {amount} parece sospechoso. Revísalo en la aplicación.' },
  },
  fraud_escalated: {
    en: {
      title: 'Urgent: check a payment',
      body: 'We are looking into a payment of {amount}. Please check it in the app now.',
    },
    es: {
      title: 'Urgente: revisa un pago',
      body: 'Estamos investigando un pago de {amount}. Revísalo ahora en la aplicación.',
    },
  },
  phishing: {
    en: {
      title: 'Dangerous message',
      body: 'A message that you received looks like fraud. Do not open its links, and do not answer it.',
    },
    es: {
      title: 'Mensaje peligroso',
      body: 'Un mensaje que has recibido parece un fraude. No abras sus enlaces ni lo respondas.',
    },
  },
  vpn_revoked: {
    en: { title: 'VPN disconnected', body: 'Your VPN session was ended. Connect again to be protected.' },
    es: {
      title: 'VPN desconectada',
      body: 'Tu sesión de VPN se ha cerrado. Vuelve a conectarte para estar protegido.',
    },
  },
  vpn_expired: {
    en: { title: 'VPN disconnected', body: 'Your VPN session has expired. Connect again to be protected.' },
    es: { title: 'VPN desconectada', body: 'Tu sesión de VPN ha caducado. Vuelve a conectarte para estar protegido.' },
  },
  password_changed: {
    en: { title: 'Password changed', body: 'Your password was changed. If that was not you, contact us at once.' },
    es: {
      title: 'Contraseña cambiada',
      body: 'Tu contraseña se ha cambiado. Si no has sido tú, contáctanos de inmediato.',
    },
  },
  new_login: {
    en: {
      title: 'New device',
      body: 'Your account was logged in to from a new device. If that was not you, change your password at once.',
    },
    es: {
      title: 'Dispositivo nuevo',
      body: 'Se ha iniciado sesión en tu cuenta desde un dispositivo nuevo. Si no has sido tú, cambia tu contraseña de inmediato.',
    },
  },
  webhook_disabled: {
    en: {
      title: 'Webhook disabled',
      body: 'An endpoint that you registered gets no more events. Check it and switch it on again.',
    },
    es: {
      title: 'Webhook desactivado',
      body: 'Un endpoint que registraste ya no recibe eventos. Revísalo y vuelve a activarlo.',
    },
  },
} as const satisfies Record<string, Record<MessageLanguage, MessageText>>
export type MessageKey = keyof typeof templates

export type Amount = { minor: number; currency: string }

export function languageOf(code: string | null): MessageLanguage {
  const [primary = ''] = (code ?? '').toLowerCase().split('-')
  return LANGUAGES.find(language => language === primary) ?? LANGUAGES[0]
}

export function formatMessage(language: MessageLanguage, message: MessageKey, amount: Amount | null): MessageText {
  const { title, body } = templates[message][language]
  return { title, body: amount === null ? body : body.replace('{amount}', formatAmount(language, amount)) }
}

/** Decimals by ISO 4217: the ICU data of the machine may differ. */
function formatAmount(language: MessageLanguage, { minor, currency }: Amount): string {
  const digits = exponentOf(currency) ?? 0
  const style = { minimumFractionDigits: digits, maximumFractionDigits: digits, currencyDisplay: 'code' } as const
  return new Intl.NumberFormat(language, { style: 'currency', currency, ...style }).format(toMajor(minor, currency))
}
