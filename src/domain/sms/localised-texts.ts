import type { IndicatorType } from './indicators/indicators.ts'
import type { Language } from './language.ts'

type LocalisedText = Readonly<Record<'en' | 'es', string>>

const DESCRIPTIONS: Readonly<Record<IndicatorType, LocalisedText>> = {
  bank_impersonation: {
    en: 'The message pretends to come from a bank or payment service and says that something is wrong with your account.',
    es: 'El mensaje se hace pasar por un banco o servicio de pago y dice que hay un problema con su cuenta.',
  },
  delivery_scam: {
    en: 'The message speaks of a parcel that can’t be delivered or for which something is to be paid, as false delivery notes do.',
    es: 'El mensaje habla de un paquete que no se puede entregar o por el que hay que pagar, como hacen los avisos de entrega falsos.',
  },
  prize_scam: {
    en: 'The message promises a prize, a gift or a reward that you did not ask for.',
    es: 'El mensaje promete un premio, un regalo o una recompensa que usted no ha pedido.',
  },
  urgency_language: {
    en: 'The message puts you under pressure to act at once.',
    es: 'El mensaje le presiona para que actúe de inmediato.',
  },
  suspicious_url: {
    en: 'The message holds a link that may lead to a false or harmful page.',
    es: 'El mensaje contiene un enlace que puede llevar a una página falsa o dañina.',
  },
  credential_request: {
    en: 'The message asks for passwords, codes, card or personal data.',
    es: 'El mensaje pide contraseñas, códigos, datos de la tarjeta o datos personales.',
  },
  government_impersonation: {
    en: 'The message pretends to come from an authority and speaks of a refund, a fine or a debt.',
    es: 'El mensaje se hace pasar por un organismo público y habla de una devolución, una multa o una deuda.',
  },
  family_impersonation: {
    en: 'Somebody pretends to be of your family, with a new number or in need of money.',
    es: 'Alguien se hace pasar por un familiar, con un número nuevo o pidiendo dinero.',
  },
  job_scam: {
    en: 'The message offers easy work for unusually good pay.',
    es: 'El mensaje ofrece un trabajo fácil con un sueldo inusualmente alto.',
  },
  crypto_scam: {
    en: 'The message promises profits from crypto-currencies or trading.',
    es: 'El mensaje promete ganancias con criptomonedas o inversiones.',
  },
  phishing_wording: {
    en: 'The message is worded like messages that are known to be phishing; these words say so most.',
    es: 'El mensaje está redactado como otros que se sabe que son fraudulentos; estas palabras son las más reveladoras.',
  },
  wrong_number: {
    en: 'A stranger begins a talk as if by a wrong number; frauds on trust often begin like this.',
    es: 'Un desconocido inicia una conversación como si se equivocara de número; así empiezan muchas estafas.',
  },
}

export type Advice =
  | 'no_link'
  | 'no_data'
  | 'official_channel'
  | 'no_payment'
  | 'call_family'
  | 'no_reply'
  | 'delete'
  | 'careful'
  | 'nothing'

const ADVICE: Readonly<Record<Advice, LocalisedText>> = {
  no_link: { en: 'Do not open the link.', es: 'No abra el enlace.' },
  no_data: {
    en: 'Do not give passwords, codes, card or personal data.',
    es: 'No facilite contraseñas, códigos, datos de su tarjeta ni datos personales.',
  },
  official_channel: {
    en: 'Contact the organisation through its own app, its website or the number on your card, never through this message.',
    es: 'Contacte con la entidad por su aplicación, su web oficial o el número de su tarjeta, nunca a través de este mensaje.',
  },
  no_payment: { en: 'Do not pay or send money.', es: 'No pague ni envíe dinero.' },
  call_family: {
    en: 'Call your relative on the number that you knew before.',
    es: 'Llame a su familiar al número que ya conocía.',
  },
  no_reply: { en: 'Do not answer; block the sender.', es: 'No responda y bloquee al remitente.' },
  delete: { en: 'Report the message as fraud and delete it.', es: 'Denuncie el mensaje como fraude y elimínelo.' },
  careful: {
    en: 'Be careful: make sure who sent this before you act on it.',
    es: 'Tenga cuidado: compruebe quién lo envía antes de hacer nada.',
  },
  nothing: { en: 'No signs of fraud were found.', es: 'No se han encontrado indicios de fraude.' },
}

/** English for `other`. */
export function descriptionOf(type: IndicatorType, language: Language): string {
  return DESCRIPTIONS[type][textLanguageOf(language)]
}

export function adviceText(advice: Advice, language: Language): string {
  return ADVICE[advice][textLanguageOf(language)]
}

function textLanguageOf(language: Language): 'en' | 'es' {
  return language === 'es' ? 'es' : 'en'
}
