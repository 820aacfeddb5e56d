/** Who messages pretend to come from, by the kind of story that is told. */
export const BRAND_KINDS = [
  'bank',
  'payment',
  'delivery',
  'government',
  'telecom',
  'technology',
  'retail',
  'crypto',
] as const
export type BrandKind = (typeof BRAND_KINDS)[number]

export type Brand = {
  name: string
  kind: BrandKind
  /** As messages call it, in lower case and without accents. The first one, without spaces, is looked for in host names too. */
  words: readonly string[]
  /** Registered domains of its own. Whatever is registered under `.gov`, `.gob.es` and the like is official without standing here. */
  domains: readonly string[]
}

/**
 * Each brand in a line: its words, `|` between them, then its domains. A word in parentheses is one that people use for other things, too:
 * it is looked for in host names and senders, and in a text only where it is written in capitals or begins it.
 */
const LINES: Readonly<Record<BrandKind, string>> = {
  bank: `
bank of america|bofa|bankofamerica: bankofamerica.com bofa.com
(chase)|chase bank|jpmorgan: chase.com jpmorgan.com jpmorganchase.com
wells fargo|wellsfargo: wellsfargo.com
citi|citibank|citigroup: citi.com citibank.com citigroup.com citibankonline.com
capital one|capitalone: capitalone.com
us bank|usbank: usbank.com
pnc|pnc bank: pnc.com
td bank|tdbank: td.com tdbank.com
truist: truist.com
navy federal|navyfederal: navyfederal.org
usaa: usaa.com
regions bank: regions.com
fifth third|53 bank: 53.com
(discover)|discover card: discover.com
american express|amex|americanexpress: americanexpress.com amex.com
visa card: visa.com
mastercard: mastercard.com mastercard.us
barclays|barclaycard: barclays.co.uk barclays.com barclaycard.co.uk barclaycardus.com
hsbc: hsbc.com hsbc.co.uk
lloyds|lloyds bank|lloydsbank: lloydsbank.com lloydsbank.co.uk
natwest: natwest.com
(halifax)|halifax bank: halifax.co.uk
nationwide: nationwide.co.uk nationwide.com
monzo: monzo.com
revolut: revolut.com
starling bank: starlingbank.com
santander: santander.com santander.es bancosantander.es santander.co.uk santander.com.mx santander.com.ar santander.cl santander.com.br
bbva: bbva.com bbva.es bbva.mx bbva.com.co bbva.com.ar bbva.pe
caixabank|la caixa|(caixa): caixabank.es caixabank.com lacaixa.es
banco sabadell|sabadell|bancsabadell: bancsabadell.com bancosabadell.com
bankinter: bankinter.com
ibercaja: ibercaja.es
unicaja|unicajabanco: unicajabanco.es unicaja.es
openbank: openbank.es openbank.com
abanca: abanca.com
kutxabank: kutxabank.es
ing direct|(ing): ing.es ing.com ing.nl
evo banco|evobanco: evobanco.com
cajamar: cajamar.es grupocooperativocajamar.es
bankia: bankia.es
banorte: banorte.com
banamex|citibanamex: banamex.com citibanamex.com
banco azteca|bancoazteca: bancoazteca.com.mx
scotiabank: scotiabank.com scotiabank.com.mx scotiabank.cl
bancolombia: bancolombia.com grupobancolombia.com
davivienda: davivienda.com
banco de bogota|bancodebogota: bancodebogota.com
bcp|viabcp: viabcp.com
interbank: interbank.pe
banco estado|bancoestado: bancoestado.cl
banco de chile|bancochile: bancochile.cl
banco galicia|bancogalicia: bancogalicia.com.ar galicia.ar
banco nacion: bna.com.ar
commbank|commonwealth bank: commbank.com.au
westpac: westpac.com.au
anz bank: anz.com anz.com.au
dbs|posb: dbs.com dbs.com.sg posb.com.sg
ocbc: ocbc.com
sbi|state bank of india: sbi.co.in onlinesbi.sbi sbi.bank.in
hdfc: hdfcbank.com hdfc.bank.in
icici: icicibank.com icici.bank.in
gtbank: gtbank.com
first bank|firstbank: firstbanknigeria.com`,
  payment: `
paypal: paypal.com paypal.me paypal.es
venmo: venmo.com
zelle: zellepay.com zelle.com
cash app|cashapp: cash.app
western union|westernunion: westernunion.com
moneygram: moneygram.com
bizum: bizum.es
mercado pago|mercadopago: mercadopago.com mercadopago.com.ar mercadopago.com.mx mercadopago.com.co mercadopago.cl
(stripe): stripe.com
klarna: klarna.com
nequi: nequi.com.co
paytm: paytm.com`,
  delivery: `
usps|us postal service|us post: usps.com
ups: ups.com
fedex|fed ex: fedex.com
dhl: dhl.com dhl.de dhl.es dhl.co.uk
royal mail|royalmail: royalmail.com
post office|postoffice: postoffice.co.uk
evri: evri.com
hermes parcel|myhermes: myhermes.co.uk
dpd: dpd.co.uk dpd.com dpd.de
parcelforce: parcelforce.com
australia post|auspost: auspost.com.au
canada post|canadapost: canadapost.ca canadapost-postescanada.ca
correos: correos.es correos.com correosexpress.com
seur: seur.com
mrw: mrw.es
(gls): gls-spain.es gls-group.com gls-group.eu
nacex: nacex.es nacex.com
estafeta: estafeta.com
servientrega: servientrega.com
correos de mexico|correosdemexico: correosdemexico.com.mx
correo argentino|correoargentino: correoargentino.com.ar
an post|anpost: anpost.com anpost.ie
india post|indiapost: indiapost.gov.in
singpost: singpost.com`,
  government: `
irs|internal revenue service: irs.gov
social security administration|(ssa)|social security: ssa.gov
(dmv)|department of motor vehicles: ca.gov
(edd)|edd california: ca.gov
medicare: medicare.gov
uscis: uscis.gov
(fbi): fbi.gov
ez pass|ezpass|e-zpass|e zpass: e-zpassny.com ezpass.com e-zpassiag.com ezpassnj.com ezpassva.com ezpassmd.com
sunpass: sunpass.com
fastrak: bayareafastrak.org thetollroads.com
hmrc|hm revenue: hmrc.gov.uk
(nhs): nhs.uk
dvla: dvla.gov.uk
agencia tributaria|agenciatributaria|aeat: agenciatributaria.es
hacienda: hacienda.gob.es
(dgt)|trafico dgt: dgt.es
seguridad social|seguridadsocial|(tgss): seg-social.es
(sepe): sepe.es
dian: dian.gov.co
(sunat): sunat.gob.pe
(anses): anses.gob.ar
(afip): afip.gob.ar
(sat) mexico|sat mx: sat.gob.mx
mygov: my.gov.au
(ato) tax: ato.gov.au
service canada|(cra): canada.ca`,
  telecom: `
at&t|at t|(att): att.com att.net
verizon|(vzw): verizon.com verizonwireless.com vzw.com
t mobile|tmobile|t-mobile: t-mobile.com
xfinity|comcast: xfinity.com comcast.com comcast.net
(sprint) mobile: sprint.com
vodafone: vodafone.com vodafone.es vodafone.co.uk
(o2) mobile|o2 uk: o2.co.uk
(ee) mobile|ee limited: ee.co.uk
(three) mobile: three.co.uk
movistar: movistar.es movistar.com movistar.com.mx movistar.com.ar movistar.cl movistar.co
telefonica: telefonica.com
(orange) mobile|orange es|(orange): orange.es orange.com orange.fr
yoigo: yoigo.com
masmovil: masmovil.es
telcel: telcel.com
(claro): claro.com.co claro.com.ar claro.com.pe claro.cl
airtel: airtel.in airtel.com airtel.com.ng
mtn: mtn.com mtn.ng mtnonline.com mtn.co.za
glo mobile: gloworld.com
etisalat: etisalat.ae etisalat.com.ng`,
  technology: `
(apple)|apple id|appleid|icloud|itunes: apple.com icloud.com me.com apple.co
google|gmail: google.com gmail.com google.es google.co.uk goo.gl youtube.com youtu.be g.co
microsoft|outlook|office365|hotmail: microsoft.com outlook.com live.com office.com hotmail.com microsoftonline.com office365.com aka.ms
facebook|(fb): facebook.com fb.com fb.me messenger.com meta.com facebookmail.com
instagram: instagram.com
whatsapp: whatsapp.com wa.me whatsapp.net
telegram: telegram.org t.me
(snapchat): snapchat.com
tiktok: tiktok.com
twitter: twitter.com x.com t.co
linkedin: linkedin.com lnkd.in
netflix: netflix.com
spotify: spotify.com
disney plus|disneyplus|disney: disneyplus.com disney.com
hbo max|hbomax: hbomax.com max.com
hulu: hulu.com
dropbox: dropbox.com
docusign: docusign.com docusign.net
yahoo: yahoo.com
samsung: samsung.com
norton: norton.com
mcafee: mcafee.com
(steam) games|steamcommunity: steampowered.com steamcommunity.com
endesa: endesa.com endesaclientes.com
iberdrola: iberdrola.es iberdrola.com
naturgy: naturgy.es naturgy.com
renfe: renfe.com
(uber)|uber eats: uber.com
airbnb: airbnb.com airbnb.es
booking.com|booking: booking.com`,
  retail: `
amazon|amazon prime|amazn: amazon.com amazon.es amazon.co.uk amazon.de amazon.com.mx amazon.ca amazon.in amazon.fr amazon.it amzn.to amzn.eu amazonaws.com a.co
ebay: ebay.com ebay.es ebay.co.uk ebay.us
walmart: walmart.com walmart.com.mx
costco: costco.com costco.co.uk
home depot|homedepot: homedepot.com homedepot.com.mx
(lowes)|lowe's: lowes.com
(cvs)|cvs pharmacy: cvs.com
walgreens: walgreens.com
best buy|bestbuy: bestbuy.com
tesco: tesco.com
(asda): asda.com
sainsburys: sainsburys.co.uk
aliexpress: aliexpress.com
(shein): shein.com
(temu): temu.com
mercadona: mercadona.es
(lidl): lidl.com lidl.es lidl.co.uk
carrefour: carrefour.es carrefour.com
el corte ingles|elcorteingles: elcorteingles.es
(ikea): ikea.com
mercado libre|mercadolibre: mercadolibre.com mercadolibre.com.ar mercadolibre.com.mx mercadolivre.com.br
wallapop: wallapop.com
decathlon: decathlon.es decathlon.com
zara: zara.com
jumia: jumia.com jumia.com.ng jumia.co.ke
flipkart: flipkart.com
nike: nike.com
starbucks: starbucks.com`,
  crypto: `
coinbase: coinbase.com
binance: binance.com
(kraken) exchange: kraken.com
metamask: metamask.io
trust wallet|trustwallet: trustwallet.com
blockchain.com|blockchain: blockchain.com
(ledger) wallet: ledger.com
crypto.com: crypto.com`,
}

/** A word that is said of other things, too. */
export type BrandWord = { text: string; isCommon: boolean; brand: Brand }

export const BRAND_WORDS: readonly BrandWord[] = BRAND_KINDS.flatMap(kind =>
  LINES[kind]
    .trim()
    .split('\n')
    .flatMap(line => wordsOfLine(line, kind)),
)

/** By registered domain, whose it is. */
export const OFFICIAL: ReadonlyMap<string, Brand> = new Map(
  BRAND_WORDS.flatMap(({ brand }) => brand.domains.map(domain => [domain, brand])),
)

function wordsOfLine(line: string, kind: BrandKind): BrandWord[] {
  const [said = '', domains = ''] = line.split(': ')
  const words = said.split('|')
  const bare = words.map(word => word.replace(/[()]/g, ''))
  const brand: Brand = { name: bare[0]!, kind, words: bare, domains: domains.split(' ') }
  return words.map((word, at) => ({ text: bare[at]!, isCommon: word === `(${bare[at]})`, brand }))
}
