/** Test data for case numbers: numbers of every kind of court, each in every known written form. */

const numbers = [
  { year: '2013', code: 'HC-A', serial: '80' },
  { year: '2016', code: 'HC-RNM', serial: '27', suffix: 'NR' },
  { year: '2020', code: 'HC-B', serial: '212' },
  { year: '2017', code: 'HC-C', serial: '145' },
  { year: '2011', code: 'SC-A', serial: '32' },
  { year: '2013', code: 'SC-C', serial: '47' },
  { year: '2019', code: 'SC-L', serial: '89' },
  { year: '2024', code: 'SC-RC', serial: '7' },
  { year: '2012', code: 'Cv-C', serial: '929' },
  { year: '2014', code: 'Cv-C', serial: '1124' },
  { year: '2024', code: 'Cv-C', serial: '3916' },
  { year: '2019', code: 'Cr-C', serial: '1124' },
  { year: '2008', code: 'Cr-C', serial: '5' },
  { year: '2020', code: 'Fm-C', serial: '418' },
  { year: '2022', code: 'Fm-C', serial: '655' },
  { year: '2015', code: 'Jv-C', serial: '61' },
  { year: '2018', code: 'DC', serial: '340' },
  { year: '2021', code: 'HMC', serial: '19' },
  { year: '2018', code: 'B12C', serial: '58' },
  { year: '2010', code: 'A1C', serial: '3' },
  { year: '2023', code: 'S6C', serial: '1201' },
  { year: '2006', code: 'U9C', serial: '77' },
  { year: '2024', code: 'P7C-A(IU)', serial: '1' },
  { year: '1999', code: 'MC', serial: '804' },
  { year: '1998', code: 'JC-2', serial: '550' },
  { year: '2005', code: 'AC', serial: '1310' },
]

type Number = (typeof numbers)[number]

const serialOf = ({ serial, suffix }: Number) => (suffix === undefined ? serial : `${serial}(${suffix})`)
const inOrder = (first: string, joint: string, second: string, third: string) => [first, second, third].join(joint)
const plainCode = ({ code }: Number) => code.replace(/[^A-Za-z\d]/g, '')
const arabic = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
const fullWidth = (text: string) =>
  text.replace(/[A-Za-z\d]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))

/** Form → how a number is written in it. */
const forms: Record<string, (number: Number) => string> = {
  'year first': (n) => inOrder(n.year, '/', n.code, serialOf(n)),
  'serial first': (n) => inOrder(serialOf(n), '/', n.code, n.year),
  'code first, then the year': (n) => inOrder(n.code, '/', n.year, serialOf(n)),
  'code first, then the serial': (n) => inOrder(n.code, '/', serialOf(n), n.year),
  'code last': (n) => inOrder(n.year, '/', serialOf(n), n.code),
  hyphens: (n) => inOrder(serialOf(n), '-', plainCode(n), n.year),
  'spaces around slashes': (n) => inOrder(n.year, ' / ', n.code, serialOf(n)),
  'a space for each slash': (n) => inOrder(serialOf(n), ' ', n.code, n.year),
  backslashes: (n) => inOrder(n.year, '\\', n.code, serialOf(n)),
  'full stops': (n) => inOrder(n.year, '.', n.code, serialOf(n)),
  commas: (n) => inOrder(serialOf(n), ', ', n.code, n.year),
  'an en dash': (n) => inOrder(n.year, '/', n.code.replace('-', '–'), serialOf(n)),
  'em dashes': (n) => inOrder(serialOf(n), '—', n.code, n.year),
  'no hyphen, capitals': (n) => inOrder(serialOf(n), '/', plainCode(n).toUpperCase(), n.year),
  'a space for the hyphen': (n) => inOrder(n.year, '/', n.code.replace('-', ' '), serialOf(n)),
  'small letters': (n) => inOrder(serialOf(n), '/', n.code.toLowerCase(), n.year).toLowerCase(),
  'zeros before the serial': (n) => inOrder(n.year, '/', n.code, `00${serialOf(n)}`),
  'Arabic digits': (n) => inOrder(arabic(n.year), '/', n.code, arabic(serialOf(n))),
  'isolates of direction': (n) => `\u2067\u2066${inOrder(n.year, '/', n.code, serialOf(n))}\u2069\u2069`,
  'marks of direction': (n) => inOrder(`\u200e${n.year}`, '\u200f/\u200e', n.code, serialOf(n)),
  'with No.': (n) => `No. ${inOrder(n.year, '/', n.code, serialOf(n))}`,
  'with Case No:': (n) => `Case No: ${inOrder(serialOf(n), '/', n.code, n.year)}`,
  'with ނަންބަރު': (n) => `ނަންބަރު: ${inOrder(n.year, '/', n.code, serialOf(n))}`,
  'with ޤަޟިއްޔާ ނަންބަރު': (n) => `ޤަޟިއްޔާ ނަންބަރު ${inOrder(serialOf(n), '/', n.code, n.year)}`,
  'before ނަންބަރު ޤަޟިއްޔާ': (n) => `${inOrder(n.year, '/', n.code, serialOf(n))} ނަންބަރު ޤަޟިއްޔާ`,
  'in brackets, with a full stop': (n) => `(${inOrder(n.year, '/', n.code, serialOf(n))}).`,
  'a slash too many': (n) => `/${inOrder(n.year, '//', n.code, serialOf(n))}/`,
  'number of year': (n) => `${n.code} No. ${serialOf(n)} of ${n.year}`,
}

/** Labels and endings do not depend on the court, so only one number of each shape has them. */
const labeledForms: typeof forms = {
  'with ނަމްބަރ': (n) => `ނަމްބަރ ${inOrder(n.year, '/', n.code, serialOf(n))}`,
  'with Nº': (n) => `Nº ${inOrder(n.year, '/', n.code, serialOf(n))}`,
  'with Nº, joined': (n) => `Nº${inOrder(serialOf(n), '/', n.code, n.year)}`,
  'with N°': (n) => `N° ${inOrder(n.year, '/', n.code, serialOf(n))}`,
  'with Nr.': (n) => `Nr. ${inOrder(n.year, '/', n.code, serialOf(n))}`,
  'with Nr': (n) => `Nr ${inOrder(serialOf(n), '/', n.code, n.year)}`,
  'full-width letters and digits': (n) => fullWidth(inOrder(n.year, '/', n.code, serialOf(n))),
  'before a joined ending': (n) => `${inOrder(n.year, '/', n.code, serialOf(n))}ގެ`,
  'before an ending': (n) => `${inOrder(serialOf(n), '/', n.code, n.year)} ގައި`,
  'before ނަންބަރުގައި': (n) => `${inOrder(n.year, '/', n.code, serialOf(n))} ނަންބަރުގައި`,
  'before ޤަޟިއްޔާގައި': (n) => `${inOrder(n.year, '/', n.code, serialOf(n))} ޤަޟިއްޔާގައި`,
  'before މައްސަލައިގައި': (n) => `${inOrder(serialOf(n), '/', n.code, n.year)}ގެ މައްސަލައިގައި`,
}
const shapes = ['HC-A', 'HC-RNM', 'Cv-C', 'B12C', 'P7C-A(IU)', 'JC-2']

const table = numbers.flatMap((number) =>
  Object.entries(shapes.includes(number.code) ? { ...forms, ...labeledForms } : forms).map(([form, write]) => ({
    written: write(number),
    form,
    key: keyOf(number),
  })),
)

function keyOf(number: Number) {
  const code = plainCode(number).toLowerCase()
  return `${code}/${number.year}/${number.serial}${(number.suffix ?? '').toLowerCase()}`
}

/** Irregular forms. */
const irregular: readonly [written: string, key: string][] = [
  ['55/JC-2/94', 'jc2/1994/55'],
  ['94/JC-2/55', 'jc2/1994/55'],
  ['55 JC 2 94', 'jc2/1994/55'],
  ['1310/AC/05', 'ac/2005/1310'],
  ['2013HCA80', 'hca/2013/80'],
  ['80HCA2013', 'hca/2013/80'],
  ['58B12C2018', 'b12c/2018/58'],
  ['80/A-HC/2013', 'hca/2013/80'],
  ['2021/C-Cv/1124', 'cvc/2021/1124'],
  ['6102/MNR-CH/(RN)72', 'hcrnm/2016/27nr'],
  ['08/A-CH/3102', 'hca/2013/80'],
  ['1202/C-vC/4211', 'cvc/2021/1124'],
  ['HC-RNM/2016/(NR)27', 'hcrnm/2016/27nr'],
  ['HC-RNM/2016/27 (NR)', 'hcrnm/2016/27nr'],
  ['HC-RNM/2016/27-NR', 'hcrnm/2016/27nr'],
  ['hcrnm 2016 27nr', 'hcrnm/2016/27nr'],
  ['27NR/HC-RNM/2016', 'hcrnm/2016/27nr'],
  ['P7C-A(IU)/2024/01', 'p7caiu/2024/1'],
  ['P7C A IU / 2024 / 01', 'p7caiu/2024/1'],
  ['2013 ވަނަ އަހަރުގެ HC-A ނަންބަރު 80', 'hca/2013/80'],
  ['2013/HC-A/80 ވަނަ މައްސަލަ', 'hca/2013/80'],
  ['ޤަޟިއްޔާ ނަންބަރު (2013/HC-A/80)،', 'hca/2013/80'],
  ['“2013/HC-A/80”', 'hca/2013/80'],
  ['２０１３／HC-A／８０', 'hca/2013/80'],
  ['2013⁄HC‑A⁄80', 'hca/2013/80'],
  ['2013_HC-A_80', 'hca/2013/80'],
  ['2013|HC-A|80', 'hca/2013/80'],
  ['۲۰۱۳/HC-A/۸۰', 'hca/2013/80'],
  ['2013/H.C.A/80', 'hca/2013/80'],
  ['2013\u00a0/\u00a0HC-A\u00a0/\u00a080', 'hca/2013/80'],
  ['\ufeff2013/HC\u00ad-A/80', 'hca/2013/80'],
  ['12/XYZ/2020', 'xyz/2020/12'],
  ['12-XYZ-2020', 'xyz/2020/12'],
  ['2013/HC-A/80އަކީ', 'hca/2013/80'],
  ['2013/HC-A/80އާއިމެދު', 'hca/2013/80'],
  ['2013 ވަނަ އަހަރުގެ HC-A ނަންބަރު 80އަށް', 'hca/2013/80'],
]

/** Every form of every number with its key. */
export const writtenForms = [...table, ...irregular.map(([written, key]) => ({ written, form: 'as it is', key }))]

/** One number for each key, as its court writes it. */
export const canonicalNumbers: ReadonlyMap<string, string> = new Map([
  ...numbers.map((number) => [keyOf(number), canonical(number)] as const),
  ['jc2/1994/55', '55/JC-2/94'],
  ['ac/2005/1310', '1310/AC/2005'],
  ['b12c/2018/58', '58/B12C/2018'],
  ['cvc/2021/1124', '1124/Cv-C/2021'],
  ['cvc/2024/3916', '3916/Cv-C/2024'],
  ['xyz/2020/12', '12/XYZ/2020'],
])

function canonical(number: Number) {
  const yearFirst = /^(HC|SC)/.test(number.code)
  return yearFirst
    ? inOrder(number.year, '/', number.code, serialOf(number))
    : inOrder(serialOf(number), '/', number.code, number.year)
}
