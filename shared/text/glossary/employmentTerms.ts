/**
 * English terms of employment, for searches in another language than the texts. Each line: the names, then the words of
 * Dhivehi that they are searched as. A name is one or several words.
 */
export const employmentTerms = `
sack, sacking, unfair sacking, fire an employee, firing, discharge from employment, dismissed from work, dismissed from job, dismiss employee, terminated employee, termination from job, lost job, loss of job, loss of employment, removed from job, removal from post, removed from office, removed from post, ousted, terminated from work, end of employment, employment terminated, termination of service, layoff, retrench, retrenchment, wrongfully dismissed, unfairly dismissed, constructive dismissal, summary dismissal, dismissal without cause, dismissal without notice, unlawfully dismissed, unjust dismissal, dismissal of employee, let go, let go from job, contract termination of employee, downsizing, removal, remove from position = ވަޒީފާއިން ވަކިކުރުން; ވަކިކުރުން
notice of termination, notice period, notice pay, payment in lieu of notice, pay in lieu, without notice, prior notice, one month notice, give notice, dismissal notice, notice of dismissal = ނޯޓިސް
reinstatement, reinstate, rehire, back to work, return to work, restored to position, re employ, re employment = ވަޒީފާއަށް އަނބުރާ; ވަޒީފާ
quit job, quit, letter of resignation, leave job, stepped down, resigning, forced resignation, resigned from job, handed in notice, quit employment = އިސްތިޢުފާ
retired, retirement age, pension scheme, retirement pension, gratuity payment, end of service, service benefit, retiree, pensioner, provident fund = ޕެންޝަން; ރިޓަޔަރ
unpaid salary, unpaid wages, salary arrears, salary not paid, wage claim, wage dispute, salary claim, withheld salary, withheld pay, wages owed, salary dispute, unpaid work, back pay, earnings of employee, payroll, pay day, monthly salary, basic salary, basic pay, gross salary, minimum wage, pay cut, salary cut, salary stopped, payslip, pay sheet, pay rise, salary increase, daily wages, day labour = މުސާރަ; ޔައުމިއްޔާ
salary deduction, wage deduction, deduct, deduction, docked, cut from salary, cut pay, reduced salary = މުސާރައިން; ކެނޑުން; އުނިކުރުން
overtime pay, overtime payment, overtime work, unpaid overtime, working hours, shift, shift work, night shift, duty roster, roster, additional hours, overtime hours = އިތުރުގަޑި; އިތުރުގަޑީގެ ފައިސާ
break time, rest, rest day, rest period, off day, weekend, breaks, meal break, break = އަރާމު; ޗުއްޓީ
paid leave, unpaid leave, annual holidays, leave days, leave entitlement, leave salary, leave allowance, family responsibility leave, paternity leave, on leave, medical leave, leave of absence, holiday pay = ޗުއްޓީ; ޗުއްޓީގެ ފައިސާ
absent from work, unauthorised absence, absent without leave, did not come to work, absence from work, awol, failure to report to work = ޣައިރުޙާޟިރު; ވަޒީފާއަށް ނުނުކުތުން
service charge payment, tip, incentive, commission payment, ramadan bonus, ramadan allowance, reward, prize, bounty = ސާވިސް ޗާޖު; އިނާމު; ބޯނަސް
medical allowance, living allowance, food allowance, housing allowance, perks, employee benefits, fringe benefits, long term allowance, job allowance = އެލަވަންސް; އިނާޔަތް
workman, workmen, workforce, personnel, hired worker, manpower, workwoman, labour force, crew, staff member, colleague, co worker, office worker = މުވައްޒަފު; މުވައްޒަފުން; މަސައްކަތްތެރި
skilled worker, construction worker, manual worker, workmanlike, craftsman, artisan, technician = މަސައްކަތްތެރި; މަސައްކަތްތެރިން
employer's obligations, employer's duty, employer's liability, employing, hirer, work owner, management of company = ވަޒީފާދޭ ފަރާތް; ވެރިފަރާތް
employ, employed at, post, position, occupation, appointment, appoint, career, profession, recruit, recruitment, hiring, job offer, vacancy, job application, applicant for job, vocational, hired for work = ވަޒީފާ; ވަޒީފާއަށް ލުން
employment agency, recruitment agency, recruitment fee, labour agent = އެޖެންސީ; ވަޒީފާ; އޭޖެންސީ
employment act, employment law, labour law, labour relations, labour dispute, industrial dispute, employment dispute, employment case, industrial relations, labour court, labour tribunal, employment matter, employment claim, work dispute = ވަޒީފާގެ މައްސަލަ; ވަޒީފާ
fixed term contract, fixed term, contract of service, terms of employment, conditions of employment, permanent employment, temporary employment, part time, full time, probation period, probationary, probationary period, contract worker, permanent staff = ވަޒީފާގެ އެއްބަސްވުން; ވަޒީފާ
promotion, promote, demotion, demote, transfer of employee, job transfer, seniority, rank, grade = މަޤާމު; ދަރަޖަ
job title, designation, office held, holder of office, post holder, job description, duty of employee, responsibilities of job, portfolio = މަޤާމު; ޒިންމާ
trade union, union, strike at work, industrial action, collective bargaining, lockout, labour strike, work stoppage, association of workers, workers union = ޖަމްޢިއްޔާ; އެއްވުން
discipline of employee, disciplinary action, disciplinary committee, disciplinary hearing, disciplinary measure, written warning, warning letter, verbal warning, final warning, show cause, gross misconduct, misbehaviour, insubordination, misconduct at work, indiscipline, disciplinary process = އިންޒާރު; އަޚުލާޤު; އިންޒާރުދިނުން
suspend, suspending, suspended from work, administrative leave, work suspension, sent home = ސަސްޕެންޑް; ހުއްޓުވުން
workplace, workplace injury, injured at work, work accident, occupational injury, work injury, occupational safety, safety at work, workers compensation, workplace accident, industrial accident, workplace safety = މަސައްކަތު މާޙައުލު; މަސައްކަތުގައި އަނިޔާ
workplace harassment, harassment at work, sexual harassment at work, bullying at work, hostile work environment = ގޯނާކުރުން; ޖިންސީ ގޯނާކުރުން
migrant, undocumented worker, work permit, employment approval, quota, work visa, expat, bangladeshi, indian worker, illegal immigrant, overstay, undocumented = ބިދޭސީ; ބިދޭސީން
chef, cook, baker, catering, restaurant, canteen, bakery, waiter, waitress, kitchen hand, room boy, housekeeper, housekeeping, receptionist, reception, front office, bartender = ކައްކާ މުވައްޒަފު; ކައްކާ; ރެސްޓޯރަންޓު; ހޮޓާ; ރިސެޕްޝަން
housemaid, maid, domestic worker, servant, domestic servant, nanny, babysitter, gardener, cleaner, sweeper = ގޭގެ މަސައްކަތް; މަސައްކަތްތެރި
security guard, guard, watchman, bodyguard, gatekeeper, lookout, watch over, security officer, security staff = ސެކިއުރިޓީ; ގާޑު
office, secretariat, department, bureau, branch, administration, administrative office, head office, division office = އިދާރާ; އޮފީސް
civil service, civil service commission, government employee, public servant, public officer, public official, official, government official, state employee, bureaucrat, government staff, government worker = ސިވިލް ސަރވިސް; މުވައްޒަފު
work experience, experience, skill, skills, training, trainee, apprentice, apprenticeship, intern, internship, scholarship, bonded, training bond, study leave = ތަޖުރިބާ; ތަމްރީނު
worked, service rendered, labour done, jobless, unemployed, unemployment, jobseeker = މަސައްކަތް; ވަޒީފާ
productivity, efficiency, poor performance, incompetence, underperformance, performance appraisal, appraisal of employee, evaluation of employee, performance review, unsatisfactory work, inefficient = އަދާކުރުން; ފެންވަރު; މަސައްކަތުގެ ފެންވަރު
sick note, medical certificate, sick certificate, medical chit, fit for work, unfit for work, sick leave certificate = މެޑިކަލް; ޗުއްޓީ; ޑޮކްޓަރު
severance pay, severance, severance package, termination pay, end of service benefit = ވަޒީފާއިން ވަކިކުރުން; ބަދަލު
occupational accident, workmen's compensation, workman's compensation, worker's compensation, accident at work = މަސައްކަތުގައި އަނިޔާ; މަސައްކަތު މާޙައުލު
disciplinary board, disciplinary proceeding = އިންޒާރު; އަޚުލާޤު
reference letter, letter of reference, recommendation letter, experience letter = ލިޔުން; ސިޓީ
long service, length of service, years of service, service period = ވަޒީފާ; މުއްދަތު
nominate, nominee = އިޚްތިޔާރުކުރުން
redundancy, redundant, made redundant = މަޤާމު އުވާލުން; މަޤާމުތައް މަދުކުރުން; ވަޒީފާއިން ވަކިކުރުން
maternity, maternity leave = ވިހެއުމުގެ ޗުއްޓީ; ވިހެއުން; މާބަނޑު
pregnant, pregnant employee = މާބަނޑު; ބަނޑުބޮޑުވުން
migrant worker, migrant labour, migrant labourer, foreign worker = ބިދޭސީ މަސައްކަތްތެރިން; ބިދޭސީ
`
