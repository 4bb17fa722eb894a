/**
 * English words of reasoning and description, for searches in another language than the texts. Each line: the names, then the words of
 * Dhivehi that they are searched as. A name is one or several words.
 */
export const wordingTerms = `
adjudicate = ޙުކުމްކުރުން; ނިންމުން; ކަނޑައެޅުން
aggrieved, aggrieved party = ގެއްލުންވި ފަރާތް; އަނިޔާ ލިބުނު ފަރާތް
express, expressly = ބަޔާންކުރުން; ކިޔައިދިނުން
include, including, inclusive = ހިމެނުން
exceed, exceeding, excess, surplus = އިތުރު; އިތުރުވުން
minimum, at least = ކުޑަމިނުން
maximum, at most = ބޮޑުމިނުން
nerve, nerves, vein = ނާރު
oral, verbal = އަނގަބަހުން
special, specific, specifically, dedicated, reserved = ޚާއްޞަ
strong, strength, powerful = ބާރުގަދަ; ވަރުގަދަ
weak, weakness = ބަލިކަށި
open, opened, opening, left open = ހުޅުވުން; ހުޅުވިފައި
practice, practices = ޢަމަލު; ޢަމަލުކުރުން
refer, reference, cite, cited, citation = ޙަވާލާދިނުން
depend, relied = ބިނާކުރުން; އިތުބާރު
deprive = މަޙުރޫމުކުރުން
consistency = ހަމަހަމަ; އެއްގޮތް
same kind = އެއްކަހަލަ; އެއްގޮތް
follow, bound, binding, adhere = ތަބާވުން; ޢަމަލުކުރުން
literal, text of the law = ލަފުޒު
narrow, restrict, restriction, restrictive = ހަނިކުރުން
setting = މާޙައުލު
cleanliness = ސާފުތާހިރު
pitch = ފުޓްބޯޅަ ދަނޑު; ފުޓްބޯޅަ
tinfoil = ފޮއިލް
consecutive, in a row, successive = ޖެހިޖެހިގެން
ignore, ignored, disregard, overlook, omit, neglected = އަޅާނުލުން; ނުބަލައި
normal, ordinary, usual, common, customary = އާދައިގެ; ޢާންމު
clear, obvious, apparent, evident, plain = ސާފު; އެނގުން
rebut, rebuttal, refute, disprove = ދޮގުކުރުން; ޚިލާފު
rehabilitate = މަސްތުވާތަކެތީގެ ފަރުވާ; ފަރުވާ
involve, involved, involvement = ބައިވެރިވުން
hinder = ހުރަސް; ހުރަސްއެޅުން
transaction, transactions = ޓްރާންސްފަރު; ފައިސާ
proceeds = އާމްދަނީ; ފައިސާ
grant, granted, granting = ހުއްދަ; ދިނުން
omission, failure to act, inaction, act or omission = އަޅާނުލުން; އިހުމާލު
irregular, not regular, regularise, regularize = އިޖުރާޢީ ނުކުތާ; ރަނގަޅުކުރުން
unjustified, without justification, unwarranted, undue = ސަބަބު; މަޢުޤޫލު
unilateral, unilaterally, one sided = އެއްފަރާތުން; އެއްބަސްވުން
mutual, mutually, by mutual consent = އެއްބަސްވުން; ރުހުން
irrevocable, cannot be revoked, irreversible, irrecoverable = އަނބުރާ; އެނބުރި
improper, impropriety, inappropriate = ރަނގަޅު ނޫން; އަޚުލާޤު
intend, intended, intending = ޤަޞްދު; ނިޔަތް
involuntary, unwillingly, against the will = މަޖުބޫރުކުރުން; މަޖުބޫރު
interfere, interference, meddle, meddling = ނުފޫޒު; ހުރަސްއެޅުން
imply, implied, implication, inferred = އިޝާރާތްކުރުން; ޤަރީނާ
retaliate, vengeance, take revenge = ބަދަލު ހިފުން; ޤިޞާޞް
secrecy, official secret, classified information = ސިއްރު; މަޢުލޫމާތު
`
