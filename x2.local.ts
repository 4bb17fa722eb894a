import { buildSet } from './bench/analysis/fields/set.ts'
import { readJudgment } from './server/analysis/fields/document.ts'
const s = buildSet('seen').filter(x=>x.rate===Number(process.argv[3]??0) && x.name.startsWith(process.argv[2]))
for (const x of s.slice(0,1)) { const j=readJudgment(x.pages); for (const l of j.lines.slice(0,24)) console.log(l.text.slice(0,120), '   ##', j.labels.filter(a=>a.line===l).map(a=>a.kind+':'+a.start+'-'+a.end).join(' ')); console.log(j.lines.slice(-9).map(l=>l.text).join('\n')) }
