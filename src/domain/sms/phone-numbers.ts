import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Language } from './language.ts'
import type { Span } from './text/mapped-text.ts'

/**
 * Whether a number in a text is a telephone number. `telephone`: the text asks to call it or write to it, or it is written in international form.
 * `undecided`: the text does not name it, and a telephone plan has it.
 */
export type NumberUse = 'telephone' | 'undecided'
export type PhoneNumber = Span & {
  use: NumberUse
  /** A mobile number of a telephone plan, or a personal one. Organisations answer on other numbers. */
  isMobile: boolean
  /** A free number, or one of shared cost: organisations have them. In North America anybody has one. */
  isCustomerLine: boolean
  /** A call costs so much that organisations don't answer on it. */
  isPremium: boolean
}

/** Where the reader and the sender are. */
export type PhoneContext = { country: string | null; sender: string | null; language: Language }

const RUN = /(?<![\p{L}\p{N}.,/_])(?:\+ ?|00 ?)?\(?\d[\d ().-]{5,40}\d(?![\p{N}\p{L}_])/gu
const DATE = /^(?:\d{4}[-./]\d\d[-./]\d\d|\d\d[-./]\d\d[-./]\d{4})/
const INTERNATIONAL = /^(?:\+|00(?! ?0))/
const DIGITS_MIN = 7
/** E.164. */
const DIGITS_MAX = 15
/** So much of a text before and after a number is read for what it is called. */
const READ_BEFORE = 64
const READ_AFTER = 24
/** So many words before a number may name it. */
const WORDS_BEFORE = 6
/** A parse takes about 10 µs. A message of more numbers than these is none that a person reads. */
const PARSED_MAX = 64

/** Verbs and nouns of telephones: the text asks to call the number or to write to it. */
const CALL_WORDS =
  /^(?:yapea|yape|yapear|plin|nequi|daviplata|bizum|zelle|venmo|cashapp|call|calls|calling|phone|telephone|ring|dial|tel|telf|tlf|tfno|telefono|telefonos|fono|whatsapp|wasap|wsp|whats|whatsap|telegram|text|txt|msg|contact|reach|speak|talk|hotline|helpline|helpdesk|callback|fax|llame|llama|llamar|llamanos|llamenos|llameme|llamame|llamando|llamada|llamadas|marque|marca|marcar|marcando|telefonee|contacte|contacta|contactar|contactanos|contactenos|comuniquese|comunicate|comunicarse|escriba|escribe|escribir|escribeme|escribenos|escribanos|escribele|avisanos|avise|whatsappea)$/
/** A general word for a number: it is of the telephone only where no other word names the number. */
const NUMBER_WORDS = /^(?:numero|number|linea|line|mensaje|message|sms|atencion|mobile|mob|cell|movil|celular|cel)$/
/** Nouns of what organisations number. */
const IDENTIFIER_WORDS =
  /^(?:parcel|parcels|package|packages|pkg|shipment|shipping|consignment|order|orders|tracking|track|waybill|awb|delivery|item|reference|references|ref|refno|code|codes|otp|pin|passcode|token|account|acct|a\/c|iban|card|policy|invoice|bill|receipt|ticket|booking|reservation|case|claim|file|notice|citation|fine|penalty|plate|customer|client|member|membership|nhs|id|serial|transaction|txn|confirmation|amount|total|balance|payment|utr|vin|barcode|paquete|paquetes|envio|envios|pedido|pedidos|bulto|seguimiento|guia|rastreo|localizador|expedicion|entrega|albaran|orden|referencia|codigo|clave|cuenta|cbu|clabe|tarjeta|poliza|factura|recibo|boleta|reserva|cita|expediente|multa|sancion|denuncia|boletin|notificacion|matricula|cliente|socio|abonado|dni|nif|nie|cuit|cuil|rut|rfc|curp|nss|cups|contrato|contract|operacion|transaccion|comprobante|folio|radicado|tramite|importe|saldo|monto|turno|certificado|justificante|csv|carta|lote|matter|application|licence|license|registration|vehicle)$/
/** Words between a noun and its number. */
const FILLER_WORDS =
  /^(?:no|nr|num|nro|n|numeros|id|is|es|de|del|la|el|los|las|the|your|su|tu|con|with|ending|terminada|terminado|acabada|en|in|for|para|to|al|a|on|at|us|me|nos|our|nuestro|nuestra|please|now|ahora|ya|gratis|free|toll|and|y|or|o)$/

/** The telephone numbers of a text in the order in which they appear; numbers that the text calls something else are left out. */
export function phoneNumbersIn(text: string, amounts: readonly Span[], context: PhoneContext): PhoneNumber[] {
  const found: PhoneNumber[] = []
  let parsed = 0
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (DATE.test(run)) continue
    const digits = run.replace(/\D/g, '').length
    if (digits < DIGITS_MIN) continue
    const span = { start: index, end: index + run.length }
    const isInternational = INTERNATIONAL.test(run)
    const role = isInternational && digits <= DIGITS_MAX + 2 ? 'telephone' : classifyNumber(text, span)
    if (role === 'thing') continue
    if (role === null && (digits > DIGITS_MAX || amounts.some(amount => overlaps(amount, span)))) continue
    parsed += 1
    const plan = parsed > PARSED_MAX ? null : numberingPlanOf(run, context)
    if (role !== 'telephone' && (plan === null || !plan.isValid)) continue
    found.push({
      ...span,
      use: role === 'telephone' ? 'telephone' : 'undecided',
      isMobile: plan?.isMobile ?? false,
      isCustomerLine: plan?.isCustomerLine ?? false,
      isPremium: plan?.isPremium ?? false,
    })
  }
  return found
}

/**
 * What the words around a number call it; `unclear` where they speak of a telephone and of something that has a number, and null where they say
 * neither. The nearest word before the number that is no filler names it.
 */
function classifyNumber(text: string, { start, end }: Span): 'telephone' | 'thing' | 'unclear' | null {
  const written = withoutSeries(text.slice(Math.max(0, start - READ_BEFORE), start))
  const before = wordsOf(clauseBefore(folded(written)))
  const words = before.slice(-WORDS_BEFORE).reverse()
  const isCalled = words.some(word => CALL_WORDS.test(word))
  const nearest = words.find(word => !FILLER_WORDS.test(word) && !NUMBER_WORDS.test(word))
  if (nearest !== undefined && CALL_WORDS.test(nearest)) return 'telephone'
  // "Call about parcel 600000000": the verb could still mean the number.
  if (nearest !== undefined && IDENTIFIER_WORDS.test(nearest)) return isCalled ? 'unclear' : 'thing'
  const after = wordsOf(folded(text.slice(end, end + READ_AFTER))).slice(0, 4)
  if (/^(?:is|es)$/.test(after[0] ?? '') && after.some(word => IDENTIFIER_WORDS.test(word)))
    return isCalled ? 'unclear' : 'thing'
  if (isCalled) return words.some(word => IDENTIFIER_WORDS.test(word)) ? 'unclear' : 'telephone'
  return words.some(word => NUMBER_WORDS.test(word)) ? 'telephone' : null
}

/** Without the letters with which a number of a parcel begins: "parcel PBTM 8841207 001". */
function withoutSeries(before: string): string {
  const series = /(?<= )\p{Lu}{2,4} $/u.exec(before)
  if (series === null) return before
  const word = folded(series[0].trim())
  return CALL_WORDS.test(word) || NUMBER_WORDS.test(word) ? before : before.slice(0, series.index)
}

/** The part of a text behind its last end of a sentence. Abbreviations before a number ("tel. 900", "no. 5") end none. */
function clauseBefore(text: string): string {
  const ends = Array.from(
    text.matchAll(/(?<!\b(?:tel|telf|tlf|tfno|no|num|nro|ref|exp|n|nr|wsp|cel))[.!?;\n](?=\s)/giu),
  )
  const last = ends.at(-1)
  return last === undefined ? text : text.slice(last.index + 1)
}

/** In lower case and without accents. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
}

function wordsOf(text: string): string[] {
  return text.match(/[a-z]+(?:\/[a-z]+)?/g) ?? []
}

function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end
}

/** Countries in which people read the languages, the largest first. */
const COUNTRIES_EN: readonly CountryCode[] = ['US', 'GB', 'AU', 'IN', 'IE', 'NG', 'ZA', 'NZ', 'SG']
const COUNTRIES_ES: readonly CountryCode[] = ['ES', 'MX', 'AR', 'CO', 'CL', 'PE', 'EC', 'VE', 'UY']
const COUNTRIES: Readonly<Record<Language, readonly CountryCode[]>> = {
  ...{ en: COUNTRIES_EN, es: COUNTRIES_ES, other: [...COUNTRIES_ES, ...COUNTRIES_EN] },
}

/** What a telephone plan says of a number: that of the reader's country, of the sender's, or else one of the language's. */
function numberingPlanOf(run: string, { country, sender, language }: PhoneContext): NumberingPlan | null {
  const written = run.replace(/^00 ?/, '+')
  if (written.startsWith('+')) return parseInPlan(written, undefined)
  const ofSender = sender === null || !sender.startsWith('+') ? undefined : parsePhoneNumberFromString(sender)?.country
  const known = [country ?? '', ofSender ?? ''].filter(one => isSupportedCountry(one))
  let premium: NumberingPlan | null = null
  for (const one of known.length > 0 ? known : COUNTRIES[language]) {
    const found = parseInPlan(written, one as CountryCode)
    if (!found?.isValid || (premium !== null && !found.isCustomerLine)) continue
    // Argentina's 600 numbers cost much, and Chile's are customer lines: the reader may be there.
    if (!found.isPremium) return found
    premium = found
  }
  return premium
}

type NumberingPlan = { isValid: boolean; isMobile: boolean; isCustomerLine: boolean; isPremium: boolean }
const CUSTOMER_LINE = new Set(['TOLL_FREE', 'SHARED_COST', 'UAN'])
/** Shorter mobile numbers, such as South Africa's 082 1959, are services of the networks. */
const MOBILE_DIGITS_MIN = 8
const MOBILE = new Set(['MOBILE', 'PERSONAL_NUMBER', 'VOIP', 'PAGER'])

function parseInPlan(text: string, country: CountryCode | undefined): NumberingPlan | null {
  const number = parsePhoneNumberFromString(text, { ...(country && { defaultCountry: country }), extract: false })
  if (number === undefined) return null
  const type = number.getType() ?? ''
  const isService = number.nationalNumber.length < MOBILE_DIGITS_MIN
  return {
    ...{ isValid: number.isValid(), isMobile: MOBILE.has(type) && !isService, isPremium: type === 'PREMIUM_RATE' },
    isCustomerLine: CUSTOMER_LINE.has(type) && number.countryCallingCode !== '1',
  }
}
