import fc from '/work/screens/node_modules/fast-check/lib/fast-check.js'
import { fold, foldText } from '/work/screens/shared/text/fold.ts'
import { narrowRows, prepareRows } from '/work/screens/web/resource/localList.ts'
const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('ޙ','ު','ް','ކ','ﷲ','ﻻ','أ','ً','٣','É','İ','e\u0301','\u202e','\ud800',' ') }))
fc.assert(fc.property(anything, (t: string) => foldText(t) === fold(t).text), { numRuns: 20000 })
const rows=[{id:1,version:1,name:'ޤާނޫނު',amount:10,day:'2021-03-02'},{id:2,version:1,name:'ހުކުމް',amount:9,day:null},{id:3,version:1,name:'Civil Court',amount:100,day:'2019-12-31'}]
const p=prepareRows(rows,['name','amount','day'],(r:any,c:string)=>JSON.stringify(r[c]))
const find=(q:object)=>narrowRows(p,{search:'',columns:{},sort:undefined,...q}).map(({id})=>id).join()
console.log(find({search:'ގާނޫން'}),find({search:'court 100'}),find({search:'court 7'}),find({}),find({columns:{amount:'10'}}),find({columns:{amount:'10',name:'civil'}}),find({sort:{by:'amount',descending:false}}),find({sort:{by:'amount',descending:true}}),find({sort:{by:'day',descending:false}}),find({sort:{by:'name',descending:false}}))
