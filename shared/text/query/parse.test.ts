import { expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { parseQuery } from './parse.ts'
import { printQuery } from '#test/printQuery.ts'

const printed = (query: string) => printQuery(parseQuery(query))
const repairsOf = (query: string) => parseQuery(query).repairs.map(({ code }) => code)

test.each([
  // Words, quotes
  ['ޙުކުމް ކޯޓު', '(ހުކުމް AND ކޯޓު)'],
  ['"ޙުކުމް ކުރުން"', '"ޙުކުމް ކުރުން"'],
  ['“ޙުކުމް” «ކޯޓު»', '("ޙުކުމް" AND "ކޯޓު")'],
  ['court-room', 'court.room'],
  ['ވައްކަން،ފޭރުން', '(ވައްކަން AND ފޭރުން)'],
  ['ވައްކަން؟ފޭރުން؛ 1،500', '(ވައްކަން AND ފޭރުން AND 1.500)'],
  ['ވައްކަން,ފޭރުން;ކުށް 1,500;2', '(ވައްކަން AND ފޭރުން AND ކުށް AND 1.500.2)'],
  ['a,5 NEAR(b,c,5)', '(a AND 5 AND NEAR(b c, 5))'],
  ['42ވަނަ މާއްދާ', '(42.ވަނަ AND މާއްދާ)'],
  ['ޙުކުމް ހުކުމް ޙުކުމް', 'ހުކުމް'],
  // Operators
  ['a AND b', '(a AND b)'],
  ['a OR b', '(a OR b)'],
  ['a NOT b', '(a AND (NOT b))'],
  ['a AND NOT b', '(a AND (NOT b))'],
  ['a & b | c', '(a AND (b OR c))'],
  ['a -b', '(a AND (NOT b))'],
  ['a -"b c"', '(a AND (NOT "b c"))'],
  ['a -(b c)', '(a AND (NOT (b AND c)))'],
  ['(a b) OR c', '((a AND b) OR c)'],
  ['NOT NOT a', 'a'],
  // OR binds more tightly than the implicit AND; NOT negates its whole statement.
  ['a b OR c d', '(a AND (b OR c) AND d)'],
  ['a NOT b OR c', '(a AND (NOT (b OR c)))'],
  // Only capitals are operators, and a hyphen inside a word is not a minus.
  ['a and b or not c', '(a AND and AND b AND or AND not AND c)'],
  ['HC-A', 'hc.a'],
  ['a - b', '(a AND b)'],
  ['Ali -v- State', '(ali AND v AND state)'],
  ['ޢަލީ -ވ- ދައުލަތް', '(އަލީ AND ވ AND ދައުލަތް)'],
  ['a (−b−) -c-d', '(a AND b AND (NOT c.d))'],
  ['"ހައިކޯޓު"-ގެ', '("ހައިކޯޓު" AND ގެ)'],
  ['(a)-b "c"-d (-e)', '(a AND b AND "c" AND d AND (NOT e))'],
  // Dhivehi operators
  ['ވައްކަން ނުވަތަ ފޭރުން', '(ވައްކަން OR ފޭރުން)'],
  ['ވައްކަން އަދި ފޭރުން', '(ވައްކަން AND ފޭރުން)'],
  ['ވައްކަން ނޫން ފޭރުން', '(ވައްކަން AND (NOT ފޭރުން))'],
  ['މި މައްސަލަ ނުވަތަ އެ މީހާ', '(މި AND މައްސަލަ AND +ނުވަތަ AND އެ AND މީހާ)'],
  ['މި މައްސަލަ "ވައްކަން" ނުވަތަ ފޭރުން', '(މި AND މައްސަލަ AND ("ވައްކަން" OR ފޭރުން))'],
  ['މި (ވައްކަން ނުވަތަ ފޭރުން) އެ', '(މި AND (ވައްކަން OR ފޭރުން) AND އެ)'],
  ['ވައްކަން +ނުވަތަ ފޭރުން', '(ވައްކަން AND +ނުވަތަ AND ފޭރުން)'],
  ['އެއީ ވައްކަން ނޫން', '(އެއީ AND ވައްކަން AND +ނޫން)'],
  ['ވައްކަން އަދި ނޫން ފޭރުން', '(ވައްކަން AND (NOT ފޭރުން))'],
  ['"ވައްކަން" އަދި ނޫން "ފޭރުން"', '("ވައްކަން" AND (NOT "ފޭރުން"))'],
  ['ކުލި AND ނޫން ދަރަނި', '(ކުލި AND (NOT ދަރަނި))'],
  ['މި ކުލި AND ނޫން ދަރަނި އެ', '(މި AND ކުލި AND (NOT ދަރަނި) AND އެ)'],
  ['ކުލި އަދި NOT ދަރަނި', '(ކުލި AND (NOT ދަރަނި))'],
  ['މި ކުލި އަދި NOT ދަރަނި އެ', '(މި AND ކުލި AND (NOT ދަރަނި) AND އެ)'],
  ['މި ކުލި އަދި -ދަރަނި', '(މި AND ކުލި AND (NOT ދަރަނި))'],
  ['މި ކުލި އަދި ނޫން "ދަރަނި"', '(މި AND ކުލި AND (NOT "ދަރަނި"))'],
  ['ނޫން "ކުލި" ދަރަނި', '((NOT "ކުލި") AND ދަރަނި)'],
  ['ކުލި އަދި (ނޫން ދަރަނި)', '(ކުލި AND (NOT ދަރަނި))'],
  // Sentences contain no operators
  ['މި މައްސަލަ އަދި ނޫން އެ މީހާ', '(މި AND މައްސަލަ AND +އަދި AND +ނޫން AND އެ AND މީހާ)'],
  ['ނޫން މި މައްސަލަ', '(+ނޫން AND މި AND މައްސަލަ)'],
  ['ކަން ނުވަތަ ނޫން', '(ކަން AND +ނުވަތަ AND +ނޫން)'],
  ['އެއީ ވައްކަން ނޫން -ފޭރުން', '(އެއީ AND ވައްކަން AND +ނޫން AND (NOT ފޭރުން))'],
  // Prefixes
  ['court*', 'court*'],
  ['ހު*', 'ހު'],
  ['ހުކު*', 'ހުކު*'],
  // Proximity
  ['a w/5 b', 'NEAR(a b, 5)'],
  ['a NEAR/5 b', 'NEAR(a b, 5)'],
  ['a NEAR b', 'NEAR(a b, 10)'],
  ['NEAR(a "b c" d*, 5)', 'NEAR(a "b c" d, 5)'],
  ['NEAR(a, b, 5)', 'NEAR(a b, 5)'],
  ['NEAR(a b)', 'NEAR(a b, 10)'],
  ['a w/٥ b', 'NEAR(a b, 5)'],
  ['(a OR b) w/5 c', 'NEAR((a OR b) c, 5)'],
  ['a OR b w/5 c', 'NEAR((a OR b) c, 5)'],
  ['a w/5 b w/3 c', '(NEAR(a b, 5) AND NEAR(b c, 3))'],
  ['a w/p b', '(a w/p b)'],
  ['a w/ 5 b', 'NEAR(a b, 5)'],
  ['a w /5 b', 'NEAR(a b, 5)'],
  ['a NEAR / 5 b', 'NEAR(a b, 5)'],
  ['a w/ p b', '(a w/p b)'],
  ['a w / b', '(a AND w AND b)'],
  ['a /5 b', 'NEAR(a b, 5)'],
  // A slash after a space is part of a number
  ['2013/HC-A/80 /5 word', 'NEAR(2013/hc-a/80 word, 5)'],
  ['court:2013 /5 word', 'word court:"2013"'],
  ['42 /5 word', '(42.5 AND word)'],
  ['ޤާނޫނު ނަންބަރު 2 /2014 ގެ ދަށުން', '(ގާނޫނު AND ނަންބަރު AND 2.2014 AND ގެ AND ދަށުން)'],
  ['12 /5 /2014', '12.5.2014'],
  ['٢ /٢٠١٤ a', '(2.2014 AND a)'],
  ['page 5 /10', '(page AND 5.10)'],
  ['a /2014 b', '(a AND 2014 AND b)'],
  ['2 w/5 2014', 'NEAR(2 2014, 5)'],
  ['a PARA "b c"', '(a w/p "b c")'],
  // Case numbers
  ['2013/HC-A/80', '2013/hc-a/80'],
  ['2013/HC-A/80 ޙުކުމް', '(2013/hc-a/80 AND ހުކުމް)'],
  ['2013/HC-A/80ގެ މައްސަލަ', '2013/hc-a/80ގެ މައްސަލަ'],
  ['2013/HC-A/80ގެ ޙުކުމް', '(2013/hc-a/80ގެ AND ހުކުމް)'],
  ['ޙުކުމް 2013/HC-A/80 ގައި a', '(ހުކުމް AND 2013/hc-a/80 ގައި AND a)'],
  ['1,234/Cv-C/2020', '1,234/cv-c/2020'],
  ['80/HC-A', '80/hc-a'],
  ['(Cv-C/877, ޙުކުމް)', '(cv-c/877 AND ހުކުމް)'],
  ['JC-2', 'jc.2'],
  ['80/room', '80.room'],
  ['P7C-A(IU)/2024/01', 'p7c-a(iu)/2024/01'],
  // Filters
  ['court:HC a', 'a court:"HC"'],
  ['ކޯޓު:"ސިވިލް ކޯޓު" ޙުކުމް', 'ހުކުމް court:"ސިވިލް ކޯޓު"'],
  ['ފަނޑިޔާރު:އަޙްމަދު ބާވަތް:މަދަނީ ފަރާތް:"ޢަލީ ޙަސަން"', 'judge:"އަޙްމަދު" type:"މަދަނީ" party:"ޢަލީ ޙަސަން"'],
  ['a (court:HC) court:SC', 'a court:"HC" court:"SC"'],
  ['a -b court:HC', '(a AND (NOT b)) court:"HC"'],
  ['a NOT b court:HC', '(a AND (NOT b)) court:"HC"'],
  ['a NOT (b) court:HC', '(a AND (NOT b)) court:"HC"'],
  ['+NOT court:HC', 'not court:"HC"'],
  ['ފެށޭ:2013 ނިމޭ:2014-02', 'from:"2013-01-01" to:"2014-02-28"'],
  ['from:17/5/2021', 'from:"2021-05-17"'],
  ['from:٢٠١٣', 'from:"2013-01-01"'],
  ['from:"17 May 2019"', 'from:"2019-05-17"'],
  ['from:17 May 2019 a', 'a from:"2019-05-17"'],
  ['from: 17 May 2019 a', 'a from:"2019-05-17"'],
  ['from: May 17, 2019 a', 'a from:"2019-05-17"'],
  ['a to:Sept 2019', 'a to:"2019-09-30"'],
  ['from:17/May/2019', 'from:"2019-05-17"'],
  ['from: 17/May/2019 a', 'a from:"2019-05-17"'],
  ['ފެށޭ: މޭ 2019 ނިމޭ: މޭ 2019', 'from:"2019-05-01" to:"2019-05-31"'],
  ['ފެށޭ:17 މޭ 2019 a', 'a from:"2019-05-17"'],
  ['to:"2019 ޑިސެންބަރު"', 'to:"2019-12-31"'],
  ['from: 5 މާޗް 2021', 'from:"2021-03-05"'],
  ['from:17 އޭޕްރިލް 2021', 'from:"2021-04-17"'],
  ['from: މެއި 2021', 'from:"2021-05-01"'],
  ['from: ޖުން 2021', 'from:"2021-06-01"'],
  ['from: 14th Nov 2024', 'from:"2024-11-14"'],
  ['from: 14ވަނަ ނޮވެންބަރު 2024', 'from:"2024-11-14"'],
  ['to:"2019 ޑިސެމްބަރު"', 'to:"2019-12-31"'],
  ['from:2019 May a', 'a from:"2019-05-01"'],
  ['from:2019 5 a', '(5 AND a) from:"2019-01-01"'],
  // Text that only looks like a filter
  ['http://hukum.test/a', 'http.hukum.test.a'],
  ['ނަންބަރު: 12', '(ނަންބަރު AND 12)'],
  ['court: (a)', '(court AND a)'],
  ['+court: AND a', '(court AND a)'],
  ['-court: AND a', '((NOT court) AND a)'],
  ['ކޯޓު: 2013/HC-A/80', '(ކޯޓު AND 2013/hc-a/80)'],
  ['10:30', '10.30'],
  // Invisible marks
  ['\u2067a OR \u2066b\u2069', '(a OR b)'],
  ['a \u200fOR\u200f b', '(a OR b)'],
  ['a \u200eNOT\u200e b', '(a AND (NOT b))'],
  ['a -\u200fb', '(a AND (NOT b))'],
  ['a -\u200f"b c"', '(a AND (NOT "b c"))'],
  ['+\u200fނޫން', '+ނޫން'],
  ['ވައްކަން \u200fނުވަތަ\u200f ފޭރުން', '(ވައްކަން OR ފޭރުން)'],
  ['a \u200ew\u200f/\u200e5\u200e b', 'NEAR(a b, 5)'],
  ['a \u200ew/p\u200e b', '(a w/p b)'],
  ['a \u200eNEAR\u200e b', 'NEAR(a b, 10)'],
  ['NEAR\u200f(a b\u200f,\u200f 5\u200f)', 'NEAR(a b, 5)'],
  ['a court\u200e:\u200fHC\u200e', 'a court:"HC"'],
])('the query %s parses to %s', (query, meaning) => {
  expect(printed(query)).toBe(meaning)
})

test.each([
  ['a "b c', '(a AND "b c")', 'quote-unclosed'],
  ['a "" b', '(a AND b)', 'quote-empty'],
  ['((a b', '(a AND b)', 'bracket-unclosed'],
  ['a) b', '(a AND b)', 'bracket-unopened'],
  ['a () b', '(a AND b)', 'group-empty'],
  ['AND a', 'a', 'operator-alone'],
  ['a OR', 'a', 'operator-alone'],
  ['a AND OR b', '(a AND b)', 'operator-alone'],
  ['w/5 a', 'a', 'operator-alone'],
  ['-a', '(NOT a)', 'only-negative'],
  ['a OR -b', '(a OR (NOT b))', 'or-negative'],
  ['a OR NOT b', '(a OR (NOT b))', 'or-negative'],
  ['-a OR -b', '((NOT a) OR (NOT b))', 'only-negative'],
  ['(a b) w/5 c', '(a AND b AND c)', 'near-mixed'],
  ['a w/5 -b', '(a AND (NOT b))', 'near-mixed'],
  ['a w/999 b', 'NEAR(a b, 60)', 'near-capped'],
  ['NEAR(a, 0) b', '(a AND b)', undefined],
  ['from:yesterday a', 'a', 'date-unreadable'],
  ['from:2021-02-30 a', 'a', 'date-unreadable'],
  ['from:2020 to:2013-05 a', 'a from:"2013-05-01" to:"2020-12-31"', 'dates-reversed'],
  ['colour:red', 'colour.red', 'filter-unknown'],
  ['court:"" a', 'a', 'filter-empty'],
  ['a court:', 'a', 'filter-empty'],
  ['judge: type:', '', 'filter-empty'],
  ['court: judge: a', 'judge:"a"', 'filter-empty'],
  ['court: AND a', 'a', 'filter-empty'],
  ['(court:) a', 'a', 'filter-empty'],
  ['-court:HC a', 'a', 'filter-negated'],
  ['a NOT court:HC', 'a', 'filter-negated'],
  ['NOT court:HC a', 'a', 'filter-negated'],
  ['NOT (court:HC) a', 'a', 'filter-negated'],
  ['a -(court:HC)', 'a', 'filter-negated'],
  ['a AND NOT court:HC AND b', '(a AND b)', 'filter-negated'],
  ['a NOT NOT court:HC', 'a', 'filter-negated'],
  ['a NOT (b court:HC)', '(a AND (NOT b))', 'filter-negated'],
  ['a NOT court:HC OR b', '(a AND (NOT b))', 'filter-negated'],
  ['a NOT b OR court:HC', '(a AND (NOT b))', 'filter-negated'],
  ['a NOT (b) OR court:HC c', '(a AND (NOT b) AND c)', 'filter-negated'],
  ['*word', 'word', 'star-misplaced'],
  ['w* a', '(w AND a)', 'star-misplaced'],
  ['****', '', 'star-misplaced'],
  ['party:Moh* a', 'a party:"Moh"', 'star-misplaced'],
  ['ކޯޓު: "ސިވިލް* ކޯޓު"', 'court:"ސިވިލް ކޯޓު"', 'star-misplaced'],
  ['from:2013*', 'from:"2013-01-01"', 'star-misplaced'],
  ['ވައްކަން ނުވަތަ ފޭރުން', '(ވައްކަން OR ފޭރުން)', 'operator-read'],
  ['(x, 5)', '(x AND 5)', undefined],
  ['x'.repeat(65), 'x'.repeat(65), 'word-too-long'],
  ['x'.repeat(64), 'x'.repeat(64), undefined],
])('the query %s is repaired to %s', (query, meaning, repair) => {
  expect(printed(query)).toBe(meaning)
  expect(repairsOf(query)).toEqual(repair === undefined ? [] : [repair])
})

test.each([
  ['ދަރަނި ނޫން ކޯޓު:HC', 'ދަރަނި', ['filter-negated', 'operator-read']],
  ['ދަރަނި ނޫން (ކޯޓު:HC)', 'ދަރަނި', ['filter-negated', 'operator-read']],
  ['ދަރަނި އަދި ނޫން ކޯޓު:HC', 'ދަރަނި', ['filter-negated', 'operator-read', 'operator-read']],
  ['މި ކުލި ނޫން AND ދަރަނި', '(މި AND ކުލި AND +ނޫން AND ދަރަނި)', ['operator-word']],
  ['އެއީ "ކުލި" ނޫން', '(އެއީ AND "ކުލި" AND +ނޫން)', ['operator-word']],
  ['އެއީ މި -ކުލި ނޫން', '(އެއީ AND މި AND (NOT ކުލި) AND +ނޫން)', ['operator-word']],
  ['މި މައްސަލަ އަދި ނޫން އެ މީހާ', '(މި AND މައްސަލަ AND +އަދި AND +ނޫން AND އެ AND މީހާ)', []],
  ['"ކުލި" +ނޫން "ދަރަނި"', '("ކުލި" AND +ނޫން AND "ދަރަނި")', []],
  ['"ކުލި" އަދި ނޫން "ދަރަނި"', '("ކުލި" AND (NOT "ދަރަނި"))', ['operator-read', 'operator-read']],
  ['a NOT court:HC NOT judge:b', 'a', ['filter-negated', 'filter-negated']],
  ['a NOT court:HC OR court:SC', 'a', ['filter-negated', 'filter-negated']],
  ['(court:HC) a', 'a court:"HC"', []],
  ['a AND court:HC AND b', '(a AND b) court:"HC"', []],
  ['NEAR(court:"HC", 5) a', 'a court:"HC"', []],
  ['court: "ސިވިލް ކޯޓު" a', 'a court:"ސިވިލް ކޯޓު"', []],
  ['ކޯޓު: ސިވިލް a', 'a court:"ސިވިލް"', []],
  ['a NOT court: "HC"', 'a', ['filter-negated']],
  ['a "ޒަމްޒަ*"', '(a AND "ޒަމްޒަ")', ['star-misplaced']],
  ['a court:HC OR court:SC b', '(a AND b) court:"HC" court:"SC"', []],
  ['a NOT ((court:HC) OR court:SC)', 'a', ['filter-negated', 'filter-negated']],
])('the query %s parses to %s and reports what it drops', (query, meaning, repairs) => {
  expect(printed(query)).toBe(meaning)
  expect(repairsOf(query)).toEqual(repairs)
})

test.each([
  ['a OR NOT', 'operator-alone', 'OR NOT'],
  ['a OR NOT NOT', 'operator-alone', 'OR NOT NOT'],
  ['a OR NOT b', 'or-negative', '(a OR (NOT b))'],
  ['a OR -b', 'or-negative', '(a OR (NOT b))'],
])('the repair of %s names the whole affected text', (query, code, at) => {
  expect(parseQuery(query).repairs[0]).toEqual({ code, at })
})

test('a query of many case numbers searches each as typed, and few in their other written forms', () => {
  const typed = Array.from({ length: 45 }, (_, index) => `${1990 + (index % 9)}/Cv-C/${index + 100}(NR)`)
  const numbers = parseQuery(typed.join(' OR ')).terms.flatMap((leaf) => (leaf.kind === 'number' ? leaf : []))
  expect(numbers.map(({ text }) => text)).toEqual(typed.map((number) => number.toLowerCase()))
  const forms = numbers.map((number) => number.forms.length)
  expect(forms[0]).toBeGreaterThan(20)
  expect(forms.at(-1)).toBe(1)
  expect(forms.filter((count) => count > 1).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(
    limits.search.max_number_forms,
  )
})

test.each([
  ['brackets inside brackets', '('.repeat(200) + 'a' + ')'.repeat(200), 'a', 'too-deep'],
  ['words', Array.from({ length: 300 }, (_, index) => `word${index}`).join(' '), undefined, 'too-many-words'],
  ['stars', Array.from({ length: 500 }, (_, index) => `word${index}*`).join(' '), undefined, 'stars-too-many'],
])('a query with too many %s reports the limit', (_name, query, meaning, repair) => {
  if (meaning !== undefined) expect(printed(query)).toBe(meaning)
  expect(repairsOf(query)).toContain(repair)
  expect(parseQuery(query).terms.length).toBeLessThanOrEqual(200)
  expect(parseQuery(query).terms.filter(({ kind }) => kind === 'prefix').length).toBeLessThanOrEqual(
    limits.search.max_stars,
  )
})

test('negated terms are not highlighted', () => {
  const { terms } = parseQuery('a OR b* NOT "c d" NEAR(e f)')
  expect(terms.map((term) => ('word' in term ? term.word : term.words.join(' ')))).toEqual(['a', 'b', 'e', 'f'])
})

test('the offsets of a term point to its text in the query', () => {
  const query = 'a \u2067ޙުކުމް\u2069 (2013/HC-A/80 OR "ދަޢުވާ ކުރުން")'
  expect(parseQuery(query).terms.map(({ start, end }) => query.slice(start, end))).toEqual([
    'a',
    'ޙުކުމް',
    '2013/HC-A/80',
    'ދަޢުވާ ކުރުން',
  ])
})
