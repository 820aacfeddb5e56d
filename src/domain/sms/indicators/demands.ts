import { type Evidence, evidenceIn } from '../message.ts'
import type { ParsedMessage } from '../parse-message.ts'
import type { PhoneNumber } from '../phone-numbers.ts'
import { sourceSpanOf } from '../text/mapped-text.ts'
import { createFinder, type Finder, type Pattern } from '../text/phrases.ts'
import type { BrandKind } from '../urls/brands.ts'
import { isDenied } from './code-theft.ts'

/** What banks, carriers and authorities warn of: none of them ever demands it. */
const PATTERNS = {
  /** A card is handed to a courier. */
  cardHandedOver: [
    'courier|driver|agent|officer|colleague|messenger .. collect|collects|pick|picks|retrieve .. .. card|cards|phone|device',
    'hand|surrender .. card|cards|phone .. .. courier|driver|agent|officer|messenger',
    'card .. envelope',
    'cut .. card',
    'visit|come|call .. home|door|house|address .. collect|pick|replace|exchange|retrieve',
    'pasar*|acudir*|visitar*|ira .. casa|domicilio|hogar .. recog*|retir*|cambiar*|sustituir*',
    'mensajero|repartidor|agente|gestor|motorista|empleado|cadete .. retir*|recog*|recoj*|pasar* .. .. tarjeta|tarjetas|movil',
    'entregue|entreguela|entreguelo|entregar|entregala .. .. mensajero|repartidor|sobre|agente|cadete',
    'tarjeta|tarjetas .. .. sobre|mensajero|cadete',
  ],
  /** The reader keeps it from people who would warn. */
  secrecy: [
    'tell|inform nobody|noone',
    'tell|telling no one',
    'dont|not|never|nobody|avoid .. discuss|mention|tell .. case|anyone|anybody|branch|staff|bank|family|matter|this',
    'gag order',
    'dont|not hang up|phone',
    'keep .. confidential|secret',
    'no lo? coment*|cuent*|habl*|mencion* .. nadie|nada|sucursal|oficina|familia*|caso|banco',
    'no cuelg*|cort* .. .. hasta|llamada|telefono',
    'nadie debe|puede saber',
    'mantenga|mantener|guarde .. discrecion|reserva|secreto|confidencial*',
  ],
  cashWithdrawal: [
    'withdraw|withdrawal .. .. .. await|wait|officer|agent|courier|hand|investigation|tell|police',
    'retir*|saqu*|sacar .. efectivo|dinero .. .. .. agente|mensajero|entreg*|policia|gestor',
  ],
  /** Paid by means that nobody can take back. */
  irreversiblePayment: [
    'pay|paid|post|posted|settle|settled|send|deposit|bond|fine|fee|bail|clear .. .. zelle|bitcoin|btc|crypto|venmo|cashapp|moneygram|western|usdt',
    'zelle|bitcoin|crypto|venmo|moneygram|western|usdt .. .. clear|avoid|stop|arrest|warrant|fine|fee|case|release',
    'bitcoin atm|machine|kiosk',
    'pag*|deposit*|abon*|transf* .. .. bitcoin|cripto*|western|moneygram|usdt|oxxo .. tarjeta|cuenta|terminada|le|te',
    'pag*|deposit*|abon* .. .. bitcoin|cripto*|western|moneygram|usdt',
  ],
  /** Data that lend an identity or a card, in an answer to the message. */
  dataByReply: [
    'text|reply|replying|respond|send|answer .. .. card|medicare|medicaid|social|ssn|insurance number|id|expiry|details|digits|security',
    'reply|respond|answer|text with .. .. number|details .. card',
    'picture|pic|selfie|scan .. your|the .. id|licence|license|passport|card',
    // "Photo ID and the card" are shown at a counter.
    'photo of|with|holding .. your|the .. id|licence|license|passport|card',
    'text|reply|replying|respond|answer .. .. date|dob|expiry|cvv|ssn|passport|licence|license|pin',
    'birth|dob|ssn|expiry|cvv|medicare .. .. .. .. replying|reply|respond',
    'mandame|mandeme|mandenos|mandanos|mande|envia|envie|enviar|enviame|envianos|envienos|pasame|paseme|pasenos .. .. dni|cedula|ine|pasaporte|caducidad|cvv|nip|tarjeta',
    'respond*|contest* con .. .. dni|cedula|ine|pasaporte|caducidad|cvv|nip|pin|clave|tarjeta',
    'dni|iban|cedula|curp|cbu|clabe|cvv .. .. contestando|respondiendo|contestar|responder',
    'foto|fotos de|del|su|tu .. dni|carnet|cedula|ine|tarjeta|pasaporte',
    'dni|cedula|curp|cbu|clabe|cvv|caducidad .. .. respond*|contest*',
  ],
  /** A payment that looks like money to get. */
  accept: [
    'acept*|autori* .. .. solicitud|peticion|bizum|cobro|operacion|aceptar|app',
    'pulse|pulsa aceptar',
    'accept|approve .. .. request',
  ],
  toBePaid: [
    'para cobrar*|recib*',
    'premio|reembolso|devolucion',
    'to receive|get|claim .. .. money|refund|prize|winnings|credit|it',
  ],
  /** The reader's device is given to a stranger. */
  remoteAccess: [
    'anydesk|teamviewer|quicksupport|rustdesk|ultraviewer|airdroid',
    'team viewer',
    'quick support',
    'any desk',
  ],
  /** A call that the reader is to obey. */
  awaitCall: [
    'ring|call|phone|contact .. .. follow .. instructions|steps|guidance',
    'wait|stay|await .. .. call|line',
    'private|withheld|hidden number',
    'llam*|telefone*|contact* .. .. sig*|segu*|atien* .. indicaciones|instrucciones|pasos',
    'esper*|atend* .. llamada',
    'numero oculto|privado',
  ],
  /** Easy work, well paid. */
  easyWork: [
    'rate|rating|like|liking|review|subscribe .. hotels|videos|products|apps|channels|restaurants',
    'marc*|valor*|puntu*|dar|dale|califi* .. .. videos|favorito|hoteles|productos|likes|like|resenas',
  ],
  /** A payment is on its way. */
  underWay: [
    'transfer|transferencia|cargo|compra|pago|retiro|operacion|bizum .. .. .. curso|pendiente|proceso|procesando|procesara|autorizado|autorizada|programad*',
    'payment|transfer|charge|purchase|withdrawal|order|zelle|debit .. .. pending|progress|processing|processed|initiated|scheduled|leave|leaving|awaiting',
  ],
  /** A call is to stop it. */
  stopByCall: [
    'dispute|refund|cancellation|cancellations|disputes .. call|ring|phone|dial|1*|0*',
    'to|you stop|cancel|block|reverse|dispute .. .. call|ring|phone|dial',
    'call|ring|phone|dial .. .. stop|cancel|block|reverse|dispute',
    'anul*|cancel*|deten*|bloque*|parar*|retroced* .. .. llam*|marc*',
    'llam*|marc* .. .. anul*|cancel*|deten*|bloque*|parar*|retroced*',
  ],
  payment: ['pay|paid|paying|settle|owe|booking|fee|fees|bond', 'pag*|abon*|gastos|tasa|tasas|deposit*|reintegr*'],
  rush: [
    'immediately|asap|ahorita|inmediatamente|urgentemente',
    'right away',
    'cuanto antes',
    'ahora mismo',
    'comuni*|llame|llama|marque|marca ya',
  ],
  earnings: [
    'trade|trading|invest|investing|investment|investments|options|forex|crypto|signals|mentor|profits|returns',
    'invert*|inversion|inversiones|trading|forex|cripto*|ganancias|rendimientos',
  ],
  contact: ['telegram|whatsapp|whats|signal|line|wasap|add|agrega*|escrib*'],
} as const satisfies Readonly<Record<string, readonly Pattern[]>>

type Phrase = keyof typeof PATTERNS
const FINDERS = Object.fromEntries(
  Object.entries(PATTERNS).map(([name, patterns]) => [name, createFinder(patterns)]),
) as Record<Phrase, Finder>

const ORGANISATIONS: ReadonlySet<BrandKind> = new Set<BrandKind>([
  'bank',
  'payment',
  'delivery',
  'government',
  'telecom',
])

/** What a message demands that no organisation does: where that stands; null where it demands nothing of the kind. */
export function findDemand(parsed: ParsedMessage): Evidence | null {
  const { topics, phones, brands, sender, words, code, message, skeleton, links } = parsed
  if (code.containsCode || topics.keepSecret.length > 0 || isWarning(parsed)) return null
  const wordIndexes = new Map(words.map(({ start }, at) => [start, at]))
  const evidenceOf = (phrase: Phrase): Evidence | null => {
    const found = FINDERS[phrase](words).find(({ start }) => !isDenied(skeleton.text, words, wordIndexes.get(start)!))
    return found === undefined ? null : evidenceIn('text', message.text, sourceSpanOf(skeleton, found))
  }
  const mentions = (phrase: Phrase) => FINDERS[phrase](words).length > 0
  const evidenceOfNumber = (is: (phone: PhoneNumber) => boolean): Evidence | null => {
    const found = phones.find(is)
    return found === undefined ? null : evidenceIn('text', message.text, found)
  }

  if (topics.wrongNumber.length > 0 && mentions('earnings')) return evidenceOf('contact')
  if (topics.dailyPay.length > 0 && mentions('easyWork')) return evidenceOf('easyWork')
  const named = [...brands.map(({ brand }) => brand), ...(sender.brand === null ? [] : [sender.brand])]
  const isMobileToCall = ({ isMobile, use }: PhoneNumber) => isMobile && (use === 'telephone' || links.length === 0)
  const isOfOrganisation =
    sender.brand !== null ||
    named.some(({ kind }) => ORGANISATIONS.has(kind)) ||
    topics.government.length + topics.delivery.length > 0
  const isOfBank = topics.bank.length > 0 || named.length > 0
  if (!isOfOrganisation && !isOfBank && topics.alarm.length + topics.owed.length === 0) return null
  // Depots call for an address that they don't find.
  const isOfCarrier = topics.bank.length === 0 && named.length > 0 && named.every(({ kind }) => kind === 'delivery')
  const isForQuestions = IF_NOT_YOU.test(skeleton.text)
  return (
    evidenceOf('remoteAccess') ??
    (isOfBank && !isOfCarrier ? evidenceOf('awaitCall') : null) ??
    evidenceOf('cardHandedOver') ??
    evidenceOf('cashWithdrawal') ??
    (isOfBank || topics.government.length > 0 ? evidenceOf('secrecy') : null) ??
    evidenceOf('irreversiblePayment') ??
    evidenceOf('dataByReply') ??
    (topics.bank.length + topics.prize.length > 0 && mentions('toBePaid') ? evidenceOf('accept') : null) ??
    evidenceOfNumber(({ isPremium, use }) => isPremium && use === 'telephone') ??
    (isOfOrganisation && mentions('payment')
      ? evidenceOfNumber(phone => isMobileToCall(phone) && !isSender(parsed, phone))
      : null) ??
    (isOfBank && !isForQuestions && phones.length > 0 && mentions('underWay') ? evidenceOf('stopByCall') : null) ??
    (isOfBank && topics.alarm.length > 0 && phones.some(phone => !phone.isCustomerLine) ? evidenceOf('rush') : null)
  )
}

/** Whether a message warns of what it speaks of. */
export function isWarning({ skeleton }: Pick<ParsedMessage, 'skeleton'>): boolean {
  return /\b(?:hang up|fraudsters|scammers|criminals|cuelg\w+|estafador\w*|delincuentes)\b/.test(skeleton.text)
}

/** Whether a note is for readers who did not do what it tells, or have questions. */
export const IF_NOT_YOU =
  /(?:\bif (?:this|it|that) ?(?:was ?n.?t|is ?n.?t|was not|is not) (?:you|yours)|\bnot you\b|\bif (?:it was )?not\b|did ?n.?t (?:make|do|request|recogni)|do ?n.?t recogni|\bsi no\b|\bno (?:la|lo|le)? ?recono|\bno fu(?:e|iste)\b|\bno ha(?:s)? sido\b|\bdudas\b|\bconsultas\b|\bquestions\b)/

function isSender({ message }: ParsedMessage, { start, end }: PhoneNumber): boolean {
  const digitsOf = (text: string) => text.replace(/\D/g, '').slice(-9)
  return digitsOf(message.sender ?? '') === digitsOf(message.text.slice(start, end))
}
