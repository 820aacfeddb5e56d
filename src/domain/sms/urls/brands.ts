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
(tsb)|tsb bank: tsb.co.uk
royal bank of scotland|(rbs): rbs.co.uk
first direct|firstdirect: firstdirect.com
metro bank|metrobank: metrobankonline.co.uk
co operative bank|cooperative bank|coop bank|cooperativebank: co-operativebank.co.uk
virgin money|virginmoney: virginmoney.com virginmoneyukplc.com
yorkshire building society|ybs: ybs.co.uk
skipton building society|(skipton): skipton.co.uk
coventry building society: coventrybuildingsociety.co.uk
(chase) uk: chase.co.uk
tesco bank|tescobank: tescobank.com
sainsburys bank|sainsburysbank: sainsburysbank.co.uk
m&s bank|(m&s): marksandspencer.com mandsbank.com
ulster bank|ulsterbank: ulsterbank.co.uk ulsterbank.ie
bank of ireland|bankofireland|(boi): bankofireland.com boi.com
allied irish banks|(aib): aib.ie aibgb.co.uk
permanent tsb|permanenttsb|(ptsb): permanenttsb.ie ptsb.ie
(n26): n26.com
bunq: bunq.com
(wise)|transferwise: wise.com transferwise.com
ally bank|(ally): ally.com
sofi: sofi.com
(chime): chime.com
varo bank|(varo): varomoney.com
citizens bank|citizensbank: citizensbank.com
huntington bank|(huntington): huntington.com
keybank|key bank: key.com keybank.com
m&t bank|mtb bank: mtb.com
bmo|bank of montreal: bmo.com
rbc|royal bank of canada|rbc royal bank: rbc.com rbcroyalbank.com
cibc: cibc.com
desjardins: desjardins.com
national bank of canada: nbc.ca bnc.ca
tangerine bank|(tangerine): tangerine.ca
(simplii): simplii.com
synchrony: synchrony.com synchronybank.com mysynchrony.com
barclays us: barclaysus.com
charles schwab|schwab: schwab.com
fidelity: fidelity.com
vanguard: vanguard.com
goldman sachs|(marcus): marcus.com goldmansachs.com
(nab): nab.com.au
bendigo bank: bendigobank.com.au
(suncorp): suncorp.com.au suncorpbank.com.au
bankwest: bankwest.com.au
(ing) australia: ing.com.au
macquarie: macquarie.com.au macquarie.com
kiwibank: kiwibank.co.nz
asb bank|(asb): asb.co.nz
bnz bank|(bnz): bnz.co.nz
anz nz: anz.co.nz
westpac nz: westpac.co.nz
standard bank|standardbank: standardbank.co.za
absa: absa.co.za absa.africa
(fnb)|first national bank: fnb.co.za
nedbank: nedbank.co.za
capitec: capitecbank.co.za
equity bank: equitybank.co.ke equitygroupholdings.com
zenith bank|zenithbank: zenithbank.com
access bank|accessbank: accessbankplc.com
(uba): ubagroup.com
axis bank|axisbank: axisbank.com axis.bank.in
kotak: kotak.com kotak.bank.in
punjab national bank|(pnb): pnbindia.in
uob bank|(uob): uob.com.sg uobgroup.com
maybank: maybank2u.com.my maybank.com
bpi|bank of the philippine islands: bpi.com.ph
(bdo)|bdo unibank: bdo.com.ph
laboral kutxa|laboralkutxa: laboralkutxa.com
caja rural|cajarural|ruralvia: cajarural.com ruralvia.com
caja de ingenieros|caixa enginyers: caja-ingenieros.es
eurocaja rural|eurocajarural: eurocajarural.es
(deutsche bank): deutsche-bank.es db.com
triodos: triodos.es triodos.com triodos.co.uk
(pibank): pibank.es
myinvestor: myinvestor.es
banca march|bancamarch: bancamarch.es
(wizink): wizink.es
cofidis: cofidis.es
cetelem: cetelem.es
(imagin)|imaginbank: imagin.com imaginbank.com
caixa popular|caixapopular: caixapopular.es
renta4: r4.com
targobank: targobank.es
banco mediolanum|mediolanum: bancomediolanum.es
andbank: andbank.es
caixabanknow: caixabanknow.es
banregio: banregio.com
(inbursa): inbursa.com
(hey banco)|heybanco: heybanco.com
bancoppel|(coppel): bancoppel.com coppel.com
(nu)|nubank|nu mexico: nu.com.mx nubank.com.br nu.com.co
(klar): klar.mx
banbajio|banco del bajio: bb.com.mx
afirme: afirme.com
compartamos: compartamos.com.mx
hsbc mexico: hsbc.com.mx
(stori): storicard.com
banco de occidente|bancodeoccidente: bancodeoccidente.com.co
banco popular|bancopopular: bancopopular.com.co
av villas|avvillas: avvillas.com.co
bbva colombia: bbva.com.co
colpatria|scotiabank colpatria: scotiabankcolpatria.com
banco caja social|bancocajasocial: bancocajasocial.com
daviplata: daviplata.com
(itau): itau.cl itau.co itau.com.br
banco falabella|bancofalabella: bancofalabella.cl bancofalabella.pe bancofalabella.com.co
banco bci|(bci): bci.cl
banco ripley: bancoripley.cl bancoripley.com.pe
(mach): somosmach.com
banco security: bancosecurity.cl
santander chile: santander.cl
banco de la nacion: bn.com.pe
(banbif): banbif.com.pe
(pichincha)|banco pichincha: pichincha.com pichincha.pe
(produbanco): produbanco.com.ec
banco guayaquil: bancoguayaquil.com
banco del pacifico: bancodelpacifico.com
banco macro|(macro): macro.com.ar
banco provincia|bancoprovincia|cuenta dni: bancoprovincia.com.ar
banco ciudad: bancociudad.com.ar
(supervielle): supervielle.com.ar
(brubank): brubank.com brubank.com.ar
(uala): uala.com.ar uala.mx uala.com.co
(naranja x): naranjax.com
banco patagonia: bancopatagonia.com.ar
(brou)|banco republica: brou.com.uy
banesco: banesco.com banesco.es
mercantil banco: bancomercantil.com
banco general: bgeneral.com
(bac)|bac credomatic: baccredomatic.com
banco popular dominicano: popularenlinea.com
banreservas: banreservas.com
banco de costa rica|(bcr): bancobcr.com
banco industrial: bi.com.gt corporacionbi.com
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
american express|amex|americanexpress: americanexpress.com americanexpress.co.uk amex.com
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
skrill: skrill.com
(afterpay): afterpay.com
(affirm): affirm.com
interac: interac.ca
(remitly): remitly.com
(xoom): xoom.com
(yape): yape.com.pe
(plin): plin.pe
(payoneer): payoneer.com
clearpay: clearpay.co.uk
(redsys): redsys.es
(sumup): sumup.com
khipu: khipu.com
webpay|transbank: transbank.cl webpay.cl
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
yodel: yodel.co.uk
inpost: inpost.co.uk inpost.es inpost.pl inpost.eu
(dx)|dx delivery|dxdelivery: dxdelivery.com thedx.co.uk
whistl: whistl.co.uk
(tnt)|tnt express: tnt.com
collectplus|collect plus: collectplus.co.uk
tuffnells: tuffnells.co.uk
apc overnight|apc delivery: apc-overnight.com
arrow xl|arrowxl: arrowxl.co.uk
fastway: fastway.ie fastway.com.au
dpd ireland: dpd.ie
ontrac: ontrac.com
lasership: lasership.com
(veho): shipveho.com
purolator: purolator.com
intelcom|dragonfly delivery: intelcom.ca dragonflyshipping.com dragonflyshipping.ca
canpar: canpar.com
startrack: startrack.com.au
aramex: aramex.com aramex.com.au aramex.co.nz
couriersplease|couriers please: couriersplease.com.au
toll group: tollgroup.com
nz post|nzpost: nzpost.co.nz
courierpost: courierpost.co.nz
(postnet)|postnl: postnl.nl
ninja van|ninjavan: ninjavan.co
j&t express|jtexpress: jtexpress.com jtexpress.sg jtexpress.mx
speedpost: speedpost.com.sg
the courier guy|thecourierguy: thecourierguy.co.za
blue dart|bluedart: bluedart.com
delhivery: delhivery.com
(dtdc): dtdc.in dtdc.com
fedex office: fedex.com
dhl express|mydhl: dhl.com express.dhl
dhl parcel: dhlparcel.es dhlparcel.com dhlparcel.co.uk
dhl ecommerce: dhlecommerce.com
correos express|correosexpress: correosexpress.com
(ctt)|ctt express|cttexpress: cttexpress.com ctt.es ctt.pt
(tipsa): tip-sa.com tipsa-dinapaq.com
envialia: envialia.com
zeleris: zeleris.com
paack: paack.co paack.app
celeritas: celeritastransporte.com
(ecoscooting): ecoscooting.com
(sending)|sending transporte: sending.es
(dachser): dachser.es dachser.com
packlink: packlink.es packlink.com
punto pack|mondial relay|mondialrelay: puntopack.es mondialrelay.com mondialrelay.es mondialrelay.fr
chronopost: chronopost.fr
(laposte)|la poste: laposte.fr
tourline: tourlineexpress.com
asm red: asmred.com
(halcourier): halcourier.es
(stuart): stuart.com
redpack: redpack.com.mx
paquetexpress: paquetexpress.com.mx
99 minutos|99minutos: 99minutos.com
(sendex): sendex.mx
(skydropx): skydropx.com
correos mexico: gob.mx
coordinadora: coordinadora.com
interrapidisimo|inter rapidisimo: interrapidisimo.com
(envia)|envia colvanes: envia.co
4 72|servicios postales nacionales: 4-72.com.co
deprisa: deprisa.com
tcc mensajeria: tcc.com.co
andreani: andreani.com
(oca): oca.com.ar
via cargo: viacargo.com.ar
urbano express: urbano.com.ar urbano.com.pe
chilexpress: chilexpress.cl
starken: starken.cl
bluexpress|blue express|(blue): blue.cl bluex.cl
correos de chile|correoschile|correosdechile: correos.cl
olva|olva courier: olvacourier.com olvaexpress.pe
shalom courier|(shalom): shalom.com.pe
serpost: serpost.com.pe
servientrega ecuador: servientrega.com.ec
tramaco: tramaco.com.ec
correo uruguayo: correo.com.uy
zoom envios: zoom.red
mrw venezuela: mrwve.com
usps|us postal service|us post: usps.com
ups: ups.com
fedex|fed ex: fedex.com
dhl: dhl.com dhl.de dhl.es dhl.co.uk
royal mail|royalmail: royalmail.com
post office|postoffice: postoffice.co.uk
evri: evri.com evri.link
hermes parcel|myhermes: myhermes.co.uk
dpd: dpd.co.uk dpd.com dpd.de dpd.ie dpdlocal.co.uk dpd.es
parcelforce: parcelforce.com
australia post|auspost: auspost.com.au
canada post|canadapost: canadapost.ca canadapost-postescanada.ca
correos: correos.es correos.com
seur: seur.com
mrw: mrw.es mrw.com
(gls): gls-spain.es gls-group.com gls-group.eu
nacex: nacex.es nacex.com nacex.shop
estafeta: estafeta.com
servientrega: servientrega.com
correos de mexico|correosdemexico: correosdemexico.com.mx
correo argentino|correoargentino: correoargentino.com.ar
an post|anpost: anpost.com anpost.ie
india post|indiapost: indiapost.gov.in
singpost: singpost.com`,
  government: `
gov uk|govuk|(gov)|gobmx|gob mx|gobes|(gob): gov.uk
(ulez)|transport for london|(tfl)|dart charge|dartcharge: tfl.gov.uk
companies house|companieshouse: gov.uk
student loans company|studentloans: slc.co.uk
universal credit|(dwp): gov.uk
tv licensing|tvlicensing: tvlicensing.co.uk
(revenue) commissioners|revenue ie: revenue.ie ros.ie
ndls ireland|(ndls): ndls.ie
(hse): hse.ie
nct ireland: ncts.ie
eflow: eflow.ie
services australia|centrelink|mygov au: servicesaustralia.gov.au
service nsw: nsw.gov.au
linkt: linkt.com.au
(ird)|inland revenue: ird.govt.nz
waka kotahi|(nzta): nzta.govt.nz
canada revenue agency|cra arc: canada.ca cra-arc.gc.ca
service ontario|serviceontario: ontario.ca
407 etr|407etr: 407etr.com
revenu quebec: revenuquebec.ca
(saaq): gouv.qc.ca
txtag: txtag.org
i pass|ipass|illinois tollway: getipass.com illinoistollway.com
peach pass|peachpass: peachpass.com
good to go tolls|mygoodtogo: mygoodtogo.com
ntta|tolltag: ntta.org
the toll roads|thetollroads: thetollroads.com
paturnpike|pa turnpike: paturnpike.com
nc quick pass|ncquickpass: ncquickpass.com
(hctra)|ez tag: hctra.org
expresstoll: expresstoll.com
medi cal: ca.gov
sss philippines: sss.gov.ph
singpass: singpass.gov.sg
(iras): iras.gov.sg
(lta) singapore: lta.gov.sg
guardia civil|guardiacivil: guardiacivil.es
policia nacional|policianacional: policia.es citapreviadnie.es
(ine) espana: ine.es
(dehu): redsara.es
(cl@ve)|clave pin: clave.gob.es
ayuntamiento de madrid: madrid.es
comunidad de madrid|sermas: comunidad.madrid
diputacion de barcelona|diputacio de barcelona: diba.cat
ayuntamiento de barcelona|ajuntament de barcelona: barcelona.cat bcn.cat
generalitat de catalunya|(catsalut)|gencat|mossos: gencat.cat
generalitat valenciana|(gva): gva.es
junta de andalucia|juntadeandalucia: juntadeandalucia.es
xunta de galicia|(sergas)|(xunta): xunta.gal xunta.es sergas.es
gobierno vasco|osakidetza|euskadi: euskadi.eus osakidetza.eus
junta de castilla y leon|sacyl: jcyl.es saludcastillayleon.es
castilla la mancha|sescam: castillalamancha.es jccm.es
gobierno de aragon|(aragon)|salud informa: aragon.es saludinforma.es
gobierno de canarias: gobiernodecanarias.org
principado de asturias|(sespa): asturias.es
gobierno de navarra|osasunbidea: navarra.es
region de murcia: carm.es murciasalud.es
junta de extremadura: juntaex.es
govern illes balears|(ibsalut): caib.es ibsalut.es
gobierno de cantabria: cantabria.es
gobierno de la rioja: larioja.org
ayuntamiento de valencia: valencia.es
ayuntamiento de sevilla: sevilla.org
ayuntamiento de zaragoza: zaragoza.es
ayuntamiento de malaga: malaga.eu
ayuntamiento de bilbao: bilbao.eus
diputacion foral bizkaia|bizkaia: bizkaia.eus
(emt) madrid: emtmadrid.es
via t|viat: viat.es
(imss): imss.gob.mx
(issste): issste.gob.mx
infonavit: infonavit.org.mx
(cfe): cfe.mx
(simit)|fcm simit: fcm.org.co
(runt): runt.gov.co runt.com.co
colpensiones: colpensiones.gov.co
secretaria de movilidad: movilidadbogota.gov.co
(arca)|arca afip: arca.gob.ar
mi argentina: argentina.gob.ar
(sii): sii.cl
tesoreria general de la republica|(tgr): tgr.cl tesoreria.cl
registro civil: registrocivil.cl
chileatiende: chileatiende.gob.cl
fonasa: fonasa.cl
(reniec): reniec.gob.pe
essalud: essalud.gob.pe
(sri): sri.gob.ec
sars efiling|south african revenue service: sars.gov.za sarsefiling.co.za
(iess): iess.gob.ec
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
agencia tributaria|agenciatributaria|aeat: agenciatributaria.es aeat.es agenciatributaria.gob.es
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
(bt) group|bt broadband: bt.com
(sky) uk: sky.com
virgin media|virginmedia|virginmedia o2: virginmedia.com virginmediao2.co.uk
talktalk: talktalk.co.uk
giffgaff: giffgaff.com
tesco mobile|tescomobile: tescomobile.com
voxi: voxi.co.uk
plusnet: plus.net
lebara: lebara.co.uk lebara.es
(eir): eir.ie
three ireland: three.ie
telstra: telstra.com telstra.com.au
optus: optus.com.au
(spark) nz: spark.co.nz
one nz: one.nz
rogers wireless|(rogers): rogers.com
(bell) canada: bell.ca
(telus): telus.com
(fido): fido.ca
koodo: koodomobile.com
metro by t mobile|metropcs: metrobyt-mobile.com
mint mobile|mintmobile: mintmobile.com
cricket wireless|cricketwireless: cricketwireless.com
us cellular|uscellular: uscellular.com
boost mobile|boostmobile: boostmobile.com
straight talk: straighttalk.com
(spectrum): spectrum.com spectrum.net
(cox) communications: cox.com
safaricom: safaricom.co.ke
vodacom: vodacom.co.za
(jio): jio.com
singtel: singtel.com
starhub: starhub.com
globe telecom: globe.com.ph
(digi) mobil|digimobil: digimobil.es
simyo: simyo.es
pepephone: pepephone.com
(lowi): lowi.es
jazztel: jazztel.com
euskaltel: euskaltel.com
(finetwork): finetwork.com
(o2) espana|o2online: o2online.es
(at&t) mexico: att.com.mx
izzi: izzi.mx
telmex: telmex.com
totalplay: totalplay.com.mx
(tigo): tigo.com.co tigo.com
(wom): wom.cl wom.co
(entel): entel.cl entel.pe
(personal) flow|telecom argentina: personal.com.ar
bitel: bitel.com.pe
cnt ecuador: cnt.gob.ec
antel: antel.com.uy
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
octopus energy|octopusenergy: octopus.energy octopusenergy.es
british gas|britishgas: britishgas.co.uk
(edf) energy|edfenergy: edfenergy.com
eon next|eonnext: eonnext.com
ovo energy|ovoenergy: ovoenergy.com
scottish power|scottishpower: scottishpower.co.uk
thames water|thameswater: thameswater.co.uk
electric ireland|electricireland: electricireland.ie
agl energy: agl.com.au
origin energy|originenergy: originenergy.com.au
pge|(pg&e): pge.com
con edison|coned: coned.com
(duke energy): duke-energy.com
repsol: repsol.es repsol.com
totalenergies: totalenergies.es totalenergies.com
holaluz: holaluz.com
canal de isabel ii|canal isabel ii: canaldeisabelsegunda.es
aguas de barcelona|aigues de barcelona: aiguesdebarcelona.cat
edenor: edenor.com edenor.com.ar
edesur: edesur.com.ar
aysa: aysa.com.ar
(enel): enel.cl enel.com.co enel.com
metrogas: metrogas.com.ar metrogas.cl
aguas andinas: aguasandinas.cl
(epm): epm.com.co
(luz del sur): luzdelsur.com.pe luzdelsur.pe
(lyft): lyft.com
cabify: cabify.com
glovo: glovoapp.com glovo.com
just eat|justeat: just-eat.es just-eat.co.uk justeat.it
deliveroo: deliveroo.co.uk deliveroo.com
doordash: doordash.com
rappi: rappi.com rappi.com.co rappi.com.mx
pedidosya|pedidos ya: pedidosya.com
(indeed): indeed.com
(infojobs): infojobs.net
(zoom): zoom.us
(discord): discord.com discord.gg
(signal): signal.org
roblox: roblox.com
playstation: playstation.com
nintendo: nintendo.com
(xbox): xbox.com
adobe: adobe.com
(canva): canva.com
ryanair: ryanair.com
easyjet: easyjet.com
vueling: vueling.com
iberia airlines|(iberia): iberia.com
british airways|britishairways: ba.com britishairways.com
delta air lines|(delta) air: delta.com
american airlines|americanairlines: aa.com
united airlines|(united) airlines: united.com
avianca: avianca.com
(latam): latamairlines.com latam.com
aeromexico: aeromexico.com
volaris: volaris.com
(mapfre): mapfre.es mapfre.com
mutua madrilena|(mutua): mutua.es
sanitas: sanitas.es
adeslas: segurcaixaadeslas.es adeslas.es
linea directa|lineadirecta: lineadirecta.com
(dkv): dkv.es dkvseguros.com
quironsalud: quironsalud.es
alsa: alsa.es alsa.com
ouigo: ouigo.com
(bolt): bolt.eu
trainline: thetrainline.com
qantas: qantas.com qantas.com.au
aviva: aviva.co.uk
(axa): axa.co.uk axa.es axa.com
specsavers: specsavers.co.uk
ticketmaster: ticketmaster.com ticketmaster.co.uk ticketmaster.es
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
(argos): argos.co.uk
currys: currys.co.uk
john lewis|johnlewis: johnlewis.com
(boots): boots.com
(next) retail: next.co.uk
asos: asos.com
zalando: zalando.es zalando.co.uk zalando.com
(very) retail: very.co.uk
ocado: ocado.com
waitrose: waitrose.com
morrisons: morrisons.com
(screwfix): screwfix.com
vinted: vinted.com vinted.es vinted.co.uk
gumtree: gumtree.com
facebook marketplace: facebook.com
craigslist: craigslist.org
(target) stores: target.com
macys: macys.com
kohls: kohls.com
wayfair: wayfair.com wayfair.co.uk
chewy: chewy.com
instacart: instacart.com
etsy: etsy.com
(kroger): kroger.com
hellofresh: hellofresh.com hellofresh.co.uk hellofresh.es
woolworths: woolworths.com.au
(coles): coles.com.au
pccomponentes: pccomponentes.com
mediamarkt|media markt: mediamarkt.es mediamarkt.com
fnac: fnac.es fnac.com
leroy merlin|leroymerlin: leroymerlin.es
mango shop|(mango): mango.com
(druni): druni.es
sephora: sephora.es sephora.com
(alcampo): alcampo.es
(dia) supermercados: dia.es
(milanuncios): milanuncios.com
miravia: miravia.es
liverpool mexico|(liverpool): liverpool.com.mx
elektra: elektra.mx elektra.com.mx
(coppel) tienda: coppel.com
falabella: falabella.com falabella.cl
(ripley): ripley.cl ripley.com
(exito): exito.com
alkosto: alkosto.com
oxxo: oxxo.com
fravega: fravega.com
(coto): cotodigital.com.ar coto.com.ar
garbarino: garbarino.com
paris cl|(paris): paris.cl
sodimac: sodimac.cl sodimac.com
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
(ikea): ikea.com ikea.es
mercado libre|mercadolibre: mercadolibre.com mercadolibre.com.ar mercadolibre.com.mx mercadolivre.com.br
wallapop: wallapop.com
decathlon: decathlon.es decathlon.com
zara: zara.com
jumia: jumia.com jumia.com.ng jumia.co.ke
flipkart: flipkart.com
nike: nike.com
starbucks: starbucks.com
national lottery|nationallottery: national-lottery.co.uk lottery.ie`,
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
