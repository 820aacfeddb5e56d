import { exponentOf } from '#values/money.ts'

/** For features and velocity only, never for money. */
export const BASE_CURRENCY = 'EUR'
/** Frozen, so that a score repeated in years uses the same rates. */
export const RATES_OF = '2025-07-01'

/** Base currency per major unit, about three digits. */
const RATES = `
  AED .234 AFN .0125 ALL .0102 AMD .00224 ANG .48 AOA .00094 ARS .00073 AUD .56 AWG .48 AZN .506 BAM .511 BBD .43 BDT .007 BGN .511
  BHD 2.28 BIF .00029 BMD .86 BND .67 BOB .124 BRL .155 BSD .86 BTN .01 BWP .064 BYN .263 BZD .43 CAD .63 CDF .0003 CHF 1.07 CLF 36
  CLP .00092 CNY .12 COP .00021 CRC .0017 CUP .036 CVE .00907 CZK .0405 DJF .0048 DKK .134 DOP .0144 DZD .0066 EGP .0173 ERN .057
  ETB .0063 EUR 1 FJD .38 FKP 1.17 GBP 1.17 GEL .316 GHS .083 GIP 1.17 GMD .012 GNF .0001 GTQ .112 GYD .0041 HKD .11 HNL .033
  HTG .0066 HUF .0025 IDR .000053 ILS .25 INR .01 IQD .00066 IRR .0000204 ISK .007 JMD .0054 JOD 1.21 JPY .0059 KES .0067 KGS .0098
  KHR .000215 KMF .00203 KPW .00096 KRW .00063 KWD 2.81 KYD 1.03 KZT .00165 LAK .00004 LBP .0000096 LKR .00287 LRD .0043 LSL .048
  LYD .159 MAD .095 MDL .0505 MGA .00019 MKD .01625 MMK .00041 MNT .00024 MOP .106 MRU .0216 MUR .0189 MVR .056 MWK .0005 MXN .0457
  MYR .203 MZN .0135 NAD .048 NGN .00056 NIO .0234 NOK .0845 NPR .00625 NZD .515 OMR 2.24 PAB .86 PEN .24 PGK .208 PHP .0152
  PKR .00303 PLN .235 PYG .00011 QAR .236 RON .197 RSD .00854 RUB .0108 RWF .0006 SAR .229 SBD .103 SCR .0607 SDG .00143 SEK .0895
  SGD .67 SHP 1.17 SLE .038 SOS .0015 SRD .0226 SSP .00019 STN .0408 SVC .098 SYP .000066 SZL .048 THB .0264 TJS .089 TMT .245
  TND .295 TOP .36 TRY .0213 TTD .127 TWD .0293 TZS .00033 UAH .0206 UGX .00024 USD .86 UYI .13 UYU .0214 UYW 36 UZS .000068
  VED .0075 VES .0075 VND .000033 VUV .0072 WST .31 XAD 3.6 XAF .00152 XCD .318 XCG .48 XOF .00152 XPF .00838 YER .0036 ZAR .048
  ZMW .0365 ZWG .032`

const rates = new Map(Array.from(RATES.matchAll(/([A-Z]{3}) ([\d.]+)/g), ([, code, rate]) => [code!, Number(rate)]))

/** Rounded. Throws for a currency that `money.ts` does not accept. */
export function toBaseMinor(minor: number, currency: string): number {
  return Math.round(minor * perMinor(currency))
}

/** Rounded. */
export function fromBaseMinor(base: number, currency: string): number {
  return Math.round(base / perMinor(currency))
}

function perMinor(currency: string): number {
  const [rate, exponent] = [rates.get(currency), exponentOf(currency)]
  if (rate === undefined || exponent === undefined) throw new Error(`${currency} has no rate`)
  return (rate * 10 ** exponentOf(BASE_CURRENCY)!) / 10 ** exponent
}
