// The two public pages of the library, in Dhivehi and in English: frequently asked questions and the terms.
import type { SeedPage } from '#db/seed/shapes.ts'

const faq = `<h1>ގިނައިން ކުރެވޭ ސުވާލުތައް</h1>
<p><strong>ޙުކުމް</strong> އަކީ ދިވެހިރާއްޖޭގެ ކޯޓުތަކުގެ ޙުކުމްތަކާއި ޤާނޫނީ ޢިބާރާތްތައް ހޯދައި ކިޔުމަށް ތައްޔާރުކޮށްފައިވާ ކުތުބުޚާނާއެކެވެ. ގިނަ ފަރާތްތަކުން ކުރާ ސުވާލުތަކުގެ ޖަވާބު މި ޞަފްޙާއިން ލިބޭނެއެވެ.</p>
<h2>މައްސަލައެއް ހޯދާނީ ކިހިނެއްތޯ؟</h2>
<p>ހޯދާ ބާވަތުގެ ގޮތުގައި <em>މައްސަލަ</em> ޚިޔާރުކުރެއްވުމަށްފަހު، ހޯއްދަވަން ބޭނުންވާ ލަފުޒު ޖައްސަވާށެވެ. މަދުވެގެން ތިން އަކުރު ޖައްސަވަންޖެހޭނެއެވެ. ޤަޟިއްޔާ ނަންބަރު އެނގޭނަމަ، 2013/HC-A/80 ފަދަ ގޮތަކަށް އެ ނަންބަރު ޖައްސަވައިގެންވެސް ހޯއްދެވިދާނެއެވެ. ލަފުޒެއް ތިކިޖެހި އަކުރުން ލިޔެފައި އޮތަސް، ތިކި ނުޖަހާ ލިޔެފައި އޮތަސް، ނަތީޖާއަކީ އެއް ނަތީޖާއެކެވެ.</p>
<h2>ނަތީޖާތައް މަދުކޮށްގެން ބެލޭނެތޯ؟</h2>
<p>ބެލޭނެއެވެ. <em>ފުންކޮށް ހޯއްދަވާ</em> ބައިގައި، މައްސަލައިގެ ބާވަތާއި، ކޯޓާއި، ފަނޑިޔާރާއި، މައްސަލަ ނިމުނު ތާރީޚާއި، ދަޢުވާކުރާ ފަރާތުގެ ނުވަތަ ދަޢުވާލިބޭ ފަރާތުގެ ނަން ކަނޑައެޅިދާނެއެވެ. އެއް ޞަފްޙާއެއްގައި ދައްކަނީ ބާރަ ނަތީޖާއެވެ.</p>
<h2>ޤާނޫނީ ޢިބާރާތެއްގެ މާނަ އެނގޭނީ ކިހިނެއްތޯ؟</h2>
<p>ހޯދާ ބާވަތަކީ <em>ޢިބާރާތް</em> ކަމަށް ހަދައި، ދިވެހި ނުވަތަ އިނގިރޭސި ނުވަތަ ޢަރަބި ބަހުން އެ ޢިބާރާތް ޖައްސަވާށެވެ. ކޮންމެ ޢިބާރާތަކާއެކު ކުރު މާނައަކާއި، މިސާލާއެކު ތަފްޞީލު މާނައެއް ދީފައިވެއެވެ. އެ ޢިބާރާތެއް ބޭނުންކޮށްފައިވާ މައްސަލަތަކުގެ ނަންބަރުވެސް އެތަނުން ފެންނާނެއެވެ.</p>
<h2>ޙުކުމެއްގެ މުޅި ލިޔުން ކިޔާނީ ކިހިނެއްތޯ؟</h2>
<p>މައްސަލައެއް ހުޅުއްވުމުން ފެންނާނީ ދެ ބައެކެވެ. <em>ތަފްޞީލު</em> ގައި މައްސަލައާ ބެހޭ މަޢުލޫމާތު އޮންނައިރު، <em>މުޅި ލިޔުން</em> ގައި އޮންނަނީ ޙުކުމެވެ. ލިޔުމުގެ ތެރޭގައި މާކުކޮށްފައިވާ ޤަޟިއްޔާ ނަންބަރަކަށް ފިއްތެވުމުން، އެ މައްސަލައެއް އެހެން ޓެބެއްގައި ހުޅުވޭނެއެވެ. ފުޓްނޯޓާއި ޚިޔާލުތަކަކީ އެ ލިޔުން ފަހުމުކުރުމަށް ފަސޭހަކޮށްދިނުމަށް އެކުލަވާލެވިފައިވާ ކަންކަމެވެ.</p>
<h2>ލިޔުމުގެ ބައެއް ނަކަލުކުރެވޭނެތޯ؟</h2>
<p>ނަކަލުކުރެވޭނީ އެކަމުގެ ހުއްދަ ހިމެނޭ ސަބްސްކްރިޕްޝަނެއް އޮތް ފަރާތްތަކަށެވެ. އެއް ފަހަރަކު އެންމެ ގިނަވެގެން 500 އަކުރު ނަކަލުކުރެވޭނެއެވެ. ނަކަލުކުރައްވާއިރު، ހަމައެކަނި އެ ލިޔުން ނުވަތަ އެއާއެކު މައްސަލައިގެ ޙަވާލާވެސް ނެގިދާނެއެވެ. އެ ހުއްދަ ނެތް އެކައުންޓަކުންވެސް ލިޔުންތައް ކިޔުމަކަށް ހުރަހެއް ނެތެވެ.</p>
<h2>ސަބްސްކްރިޕްޝަނެއް ލިބޭނީ ކިހިނެއްތޯ؟</h2>
<p>ސަބްސްކްރިޕްޝަންތަކުގެ އަގާއި، މުއްދަތާއި، އެއިން ލިބޭ ފައިދާ ތަފާތުވެއެވެ. އެއިން އެއްޗެއް ބޭނުންވެއްޖެނަމަ، އެކަން މި ޚިދުމަތް ހިންގާ މުވައްޒަފުންނަށް އަންގަވާށެވެ. އަގު ދެއްކެވުމުން، އެމީހުން އެ ސަބްސްކްރިޕްޝަން އެކައުންޓާ ގުޅުވައިދޭނެއެވެ. މުއްދަތު ހަމަވުމުންވެސް އެކައުންޓެއް ނުއުވޭނެއެވެ.</p>
<h2>ޕާސްވޯޑް ހަނދާން ނެތިއްޖެނަމަ ކުރަންވީ ކީކޭތޯ؟</h2>
<p>ލޮގްއިން ޞަފްޙާގައިވާ <em>ޕާސްވޯޑް ހަނދާން ނެތުނީތޯ؟</em> އަށް ފިއްތަވައި، އެކައުންޓު ހެއްދެވި އީމެއިލް އެޑްރެސް ޖައްސަވާށެވެ. އޭރުން އައު ޕާސްވޯޑެއް ޖެއްސެވޭނެ ލިންކެއް އެ އެޑްރެހަށް ލިބޭނެއެވެ. އެ ލިންކުގެ މުއްދަތަކީ ތިރީސް މިނެޓެވެ. އެއްފަހަރު ބޭނުންކުރުމުން އެ ލިންކު ބާޠިލުވެއެވެ. ޕާސްވޯޑުގައި މަދުވެގެން 12 އަކުރު ހުންނަންޖެހެއެވެ.</p>
<h2>ލިޔުމަކުން ކުށެއް ފެނިއްޖެނަމަ އަންގާނީ ކޮން ފަރާތަކަށްތޯ؟</h2>
<p>އިމްލާގެ ކުށަކަށްވިޔަސް، ނަމެއްގެ ނުވަތަ ތާރީޚެއްގެ ކުށަކަށްވިޔަސް، އެކަން މި ޚިދުމަތް ހިންގާ މުވައްޒަފުންނަށް އަންގަވައިދެއްވުން އެދެމެވެ. އަންގަވާއިރު މި މަޢުލޫމާތު ހިމަނުއްވާށެވެ:</p>
<ul>
<li>ޤަޟިއްޔާ ނަންބަރާއި ކޯޓުގެ ނަން</li>
<li>ކުށް އޮތް ޕެރެގްރާފްގެ ނަންބަރު</li>
<li>އެތަނުގައި އޮންނަންޖެހޭ ގޮތް</li>
</ul>
<p>ޙުކުމުގެ އަޞްލު ލިޔުމުގައި އޮތް ކުށެއް އިޞްލާޙުކުރެވޭނީ އެ ޙުކުމެއް ކުރި ކޯޓަކުންނެވެ.</p>`

const terms = `<h1>ޝަރުޠުތައް</h1>
<p>މިއީ <strong>ޙުކުމް</strong> ގެ ޚިދުމަތް ބޭނުންކުރުމުގައި ޢަމަލުކުރަންޖެހޭ ޝަރުޠުތަކެވެ. އެކައުންޓެއް ހެއްދެވުމުގެ ކުރިން މި ޝަރުޠުތައް ވިދާޅުވެލެއްވުން އެދެމެވެ.</p>
<h2>1. ޝަރުޠުތަކަށް އެއްބަސްވުން</h2>
<p>އެކައުންޓެއް ހެއްދެވުމުން، މި ޝަރުޠުތަކަށް އެއްބަސްވެވަޑައިގަތީކަމަށް ބެލެވޭނެއެވެ. އެއްބަސްނުވާނަމަ މި ޚިދުމަތް ބޭނުންނުކުރައްވާށެވެ. އިދާރާއެއްގެ ނަމުގައި އެކައުންޓެއް ހައްދަވާނަމަ، އެ އިދާރާއަކީވެސް މި ޝަރުޠުތައް ލާޒިމުވާ ފަރާތެކެވެ.</p>
<h2>2. އެކައުންޓާއި ޕާސްވޯޑް</h2>
<p>އެކައުންޓު ހެއްދެވުމުގައި ދެއްވާ މަޢުލޫމާތަކީ ތެދު މަޢުލޫމާތަކަށް ވާންޖެހެއެވެ. އެއް އެކައުންޓަކީ އެންމެ މީހެއްގެ ބޭނުމަށް ހުންނަ އެއްޗެކެވެ. ޕާސްވޯޑް އެހެން މީހަކާ ޙިއްޞާކުރުން މަނައެވެ. އެކައުންޓުން ކުރެވޭ ކަންކަމުގެ ޒިންމާވާންޖެހެނީ އެ އެކައުންޓެއްގެ ވެރިފަރާތެވެ. އެހެން މީހަކު އެކައުންޓަށް ވަދެއްޖެކަމުގެ ޝައްކު އުފެދިއްޖެނަމަ، ޕާސްވޯޑް ވަގުތުން ބަދަލުކުރައްވާށެވެ.</p>
<h2>3. ޚިދުމަތުގެ ބޭނުން ހިފުން</h2>
<p>މި ޚިދުމަތުގެ ބޭނުން ހިފޭނީ ޤާނޫނީ ދިރާސާއަށާއި، ތަޢުލީމަށާއި، މަސައްކަތުގެ ބޭނުމަށެވެ. އަންނަނިވި ކަންކަން ކުރުން މަނައެވެ:</p>
<ul>
<li>ޕްރޮގްރާމަކުން ނުވަތަ އެފަދަ އެހެން ވަސީލަތަކުން، ލިޔުންތައް ގިނަ ޢަދަދަކުން ނެގުން</li>
<li>ނަކަލުކުރުން މަނާކުރުމަށް އަޅާފައިވާ ފިޔަވަޅުތައް ބޭކާރުކުރަން އުޅުން</li>
<li>އެކައުންޓެއް ވިއްކުން ނުވަތަ ކުއްޔަށް ދިނުން</li>
<li>މައްސަލައެއްގެ ފަރާތަކަށް ގޯނާކުރުމަށް ލިޔުންތަކުގެ ބޭނުން ހިފުން</li>
</ul>
<h2>4. ސަބްސްކްރިޕްޝަނާއި ފައިސާ</h2>
<p>ސަބްސްކްރިޕްޝަނެއްގެ އަގު ކަނޑައެޅިފައިވަނީ ދިވެހި ރުފިޔާއިންނެވެ. އެއިން ލިބޭ ޙައްޤުތައް އޮންނާނީ ހަމައެކަނި އެ މުއްދަތެއްގެ ތެރޭގައެވެ. ޚިދުމަތުގެ ފަރާތުން ކުށެއް ކުރެވިގެން ޚިދުމަތް ނުލިބި ހިނގައްޖެނަމަ، އެވަރެއްގެ ދުވަސް އިތުރުކޮށްދެވޭނެއެވެ. ޝަރުޠުތަކާ ޚިލާފުވެގެން އެކައުންޓެއް ބަންދުކުރާނަމަ، ދެއްކި ފައިސާއެއް އަނބުރާ ނުދެވޭނެއެވެ.</p>
<h2>5. ލިޔުންތައް ނަކަލުކުރުން</h2>
<p>ކޯޓުތަކުގެ ޙުކުމަކީ ޢާންމު ލިޔުމެކެވެ. އެކަމަކު މި ކުތުބުޚާނާގެ ތަރުތީބާއި، ޢިބާރާތްތަކުގެ މާނައާއި، ޚިޔާލުތަކުގެ ޙައްޤު އޮންނަނީ މި ޚިދުމަތަށެވެ. ހުއްދަ ލިބިފައިވާ ފަރާތަކަށް ކުޑަ ބައެއް ނަކަލުކޮށްގެން ކޯޓަށް ހުށަހަޅާ ލިޔުމެއްގައި ނުވަތަ ދިރާސާއެއްގައި ބޭނުންކުރެވޭނެއެވެ. އެގޮތަށް ބޭނުންކުރާއިރު، މައްސަލައިގެ ނަންބަރާއި ކޯޓުގެ ނަން ބަޔާންކުރަންވާނެއެވެ.</p>
<h2>6. މަޢުލޫމާތުގެ ޞައްޙަކަން</h2>
<p>ލިޔުންތައް ޞައްޙަކޮށް ގެނެސްދިނުމަށް އަޅުގަނޑުމެން މަސައްކަތްކުރަމެވެ. އެހެންނަމަވެސް ޙުކުމެއްގެ ރަސްމީ ނަކަލަކީ ކޯޓުން ދޫކުރާ ނަކަލެވެ. މިތަނުގައިވާ މާނަތަކާއި ޚިޔާލުތަކަކީ ޤާނޫނީ ލަފައެއް ނޫނެވެ. މައްސަލައެއްގައި ފިޔަވަޅެއް އެޅުއްވުމުގެ ކުރިން، ޤާނޫނީ ވަކީލަކާ މަޝްވަރާކުރެއްވުން މުހިންމެވެ.</p>
<h2>7. އަމިއްލަ މަޢުލޫމާތު ރައްކާތެރިކުރުން</h2>
<p>އަޅުގަނޑުމެން ރައްކާކުރަނީ ނަމާއި، އީމެއިލް އެޑްރެހާއި، އެކައުންޓުގެ ރައްކާތެރިކަމަށް ބޭނުންވާ ރެކޯޑުތަކެވެ. ޕާސްވޯޑެއް ކިޔަން އެނގޭ ގޮތަކަށް ރައްކާއެއް ނުކުރެއެވެ. އަމިއްލަ މަޢުލޫމާތެއް ޤާނޫނުން ލާޒިމުކުރާ ޙާލަތެއްގައި މެނުވީ އެހެން ފަރާތަކަށް ނުދެވޭނެއެވެ. އެކައުންޓެއް އުވާލަން ބޭނުންވެއްޖެނަމަ، އެކަން މުވައްޒަފުންނަށް އެންގެވުމުން އުވައިދެވޭނެއެވެ.</p>
<h2>8. ޝަރުޠުތަކަށް ބަދަލު ގެނައުން</h2>
<p>މި ޝަރުޠުތަކަށް ބަދަލެއް ގެންނަނަމަ، އެ ބަދަލު މި ޞަފްޙާގައި ޝާއިޢުކޮށް، އެކައުންޓު އޮތް ފަރާތްތަކަށް އަންގާނެއެވެ. އެއަށްފަހުވެސް ޚިދުމަތް ބޭނުންކުރުމަކީ އެ ބަދަލު ޤަބޫލުކުރުމެވެ. މި ޝަރުޠުތައް މާނަކުރާނީ ދިވެހިރާއްޖޭގެ ޤާނޫނާ އެއްގޮތަށެވެ. އެއާ ގުޅިގެން އުފެދޭ ދެބަސްވުމެއް ބެލުމުގެ އިޚްތިޞާޞް އޮންނާނީ ދިވެހިރާއްޖޭގެ ކޯޓުތަކަށެވެ.</p>`

const faqInEnglish = `<h1>Frequently asked questions</h1>
<p><strong>Hukum</strong> is a library of the judgments of the courts of the Maldives and of legal phrases, made to be searched and read. This page answers the questions that are asked most often.</p>
<h2>How do I find a case?</h2>
<p>Choose <em>Case files</em> and enter what you are looking for: at least three letters. If you know the number of the case, enter it as it is written, such as 2013/HC-A/80. Dotted and plain letters find the same cases.</p>
<h2>Can I narrow the results?</h2>
<p>Yes. The <em>advanced search</em> asks for the type of the case, the court, the judge, the date on which the case was closed, and the names of the claimant and the respondent. A page shows twelve results.</p>
<h2>How do I find the meaning of a legal phrase?</h2>
<p>Choose <em>Phrases</em> and enter the phrase in Dhivehi, English or Arabic. Each phrase has a short meaning, a longer one with examples, and the numbers of the cases that use it.</p>
<h2>How do I read the full text of a judgment?</h2>
<p>A case opens in two parts: <em>Details</em> has the information about the case, <em>Full text</em> has the judgment. A marked case number in the text opens that case in another tab. Footnotes and annotations help to understand the text.</p>
<h2>May I copy a part of the text?</h2>
<p>Users whose subscription includes copying may copy up to 500 characters at a time, with or without the citation of the case. Without it, all texts can still be read.</p>
<h2>How do I get a subscription?</h2>
<p>Subscriptions differ in price, period and what they include. Inform the staff which one you want: they add it to your account once it is paid. Your account remains when the period ends.</p>
<h2>What do I do when I have forgotten my password?</h2>
<p>Press <em>Forgot password</em> on the log-in page and enter the e-mail address of your account. You receive a link to choose a new password. It is valid for thirty minutes and works once. A password has at least 12 characters.</p>
<h2>Whom do I inform of a mistake in a text?</h2>
<p>Please inform the staff of any mistake, be it of spelling, in a name or in a date. Include:</p>
<ul>
<li>the number of the case and the name of the court</li>
<li>the number of the paragraph</li>
<li>what it should be</li>
</ul>
<p>A mistake in the original of a judgment can be corrected only by the court that gave it.</p>`

const termsInEnglish = `<h1>Terms and conditions</h1>
<p>These are the terms of use of <strong>Hukum</strong>. Please read them before you create an account.</p>
<h2>1. Acceptance</h2>
<p>By creating an account you accept these terms. If you do not accept them, do not use the service. A person who creates an account for an organization accepts them on its behalf.</p>
<h2>2. Account and password</h2>
<p>What you enter when you create an account must be true. An account is for one person. Passwords must not be shared. The owner of an account is responsible for what is done with it. If you suspect that another person has used it, change your password at once.</p>
<h2>3. Use of the service</h2>
<p>The service is for legal research, education and work. It is not allowed:</p>
<ul>
<li>to collect texts in large numbers by a program or by similar means</li>
<li>to bypass the measures against copying</li>
<li>to sell or rent an account</li>
<li>to use texts to harass a party to a case</li>
</ul>
<h2>4. Subscription and payment</h2>
<p>The price of a subscription is in Maldivian rufiyaa. Its rights last for its period only. If the service is unavailable through our fault, the period is extended by as many days. If an account is closed because of a breach of these terms, no payment is returned.</p>
<h2>5. Copying of texts</h2>
<p>Judgments of the courts are public documents. The arrangement of this library, the meanings of phrases and the annotations belong to the service. A user with the permission may copy a short part for use in a submission to a court or in research, and must name the number of the case and the court.</p>
<h2>6. Accuracy</h2>
<p>We work to keep the texts accurate. The official copy of a judgment is the one that the court issues. Meanings and annotations are not legal advice: consult a lawyer before you act in a case.</p>
<h2>7. Protection of personal data</h2>
<p>We store your name, your e-mail address and the records that the security of your account needs. Passwords are not stored in a readable form. Personal data is given to others only where the law requires it. If you want your account to be deleted, inform the staff.</p>
<h2>8. Changes of the terms</h2>
<p>A change of these terms is published on this page and announced to all users. Continued use of the service means acceptance. These terms follow the law of the Maldives, and the courts of the Maldives decide about disputes.</p>`

/** A page in English has the route of the page with `-en` at its end. */
export const pages = [
  { name: 'ގިނައިން ކުރެވޭ ސުވާލުތައް', route: 'faq', page_content: faq },
  { name: 'ޝަރުޠުތައް', route: 'terms', page_content: terms },
  { name: 'Frequently asked questions', route: 'faq-en', page_content: faqInEnglish },
  { name: 'Terms and conditions', route: 'terms-en', page_content: termsInEnglish },
] satisfies SeedPage[]
