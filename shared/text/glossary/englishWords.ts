/** Frequent English words that are never meant as Dhivehi in Latin letters. The words of the glossary are added to them. */
export const englishWords =
  'able about above across after again against ago air all almost alone along already also although always among amount another answer any anyone anything apart are area around ask asked away ' +
  'back bad bag ball band base based be because become bed been before began begin behind being believe below best better between beyond big bit black block blood blue body book born both bottom ' +
  'box break bring broken brought build burn bus but call called came can cannot care carry caught cause center centre certain chair change cheap choose city claim class clean clear close clothes ' +
  'cold color come common complete control cook cool corner could country course cover cross cup current cut dark deal deep did different difficult dinner direct discuss do does done door down draw ' +
  'dress drink drive drop dry during each early east easy eat effect eight either else empty end enough enter even evening ever every everyone everything exact example except face fact fail fall far ' +
  'fast fear feel feet fell felt few field fight file fill final find fine finish first fit five floor fly follow food foot force forget found four free friend from front full game garden gave get ' +
  'give given glass go goes going gold gone good got great green ground group grow guard guest gun had hair half hall hand happen happy hard has hat have he head hear heard heart heavy held hello her here ' +
  'high hill him his hit hold hole hope hot how however hurt ice if important inside instead into iron is it its join just keep kept key kind king kitchen knew know known lady lake lamp land large last ' +
  'late later laugh lay lead learn least left leg less let level life lift light like line list listen little live local lock long look lost lot loud love low luck lunch made main make many map mark ' +
  'market matter may mean meant meat meet met middle might mile mind mine minute miss model moment more morning most move much must near neck need never new news next nine no none north nose not note ' +
  'nothing now number of off offer office often oil once one only open other our out outside over own pain paint pair paper part pass past people perhaps person piece place plan plant play please ' +
  'point poor possible post pull push put question quick quiet quite rain raise ran rather reach read ready real really receive red rest result return rich ride ring rise river rock roof round run sad said ' +
  'salt same sand sat save saw say sea seat second see seem seen send sent serve set seven several shall she shoe shop short should show shut sick side sing single sit six size skin sky sleep slow small smile ' +
  'so soft some someone something song soon sorry sort sound south space speak special spend spent spoke spring stand star start station stay step still stone stood stop store story strange strong such sudden ' +
  'sugar summer sun sure table take taken talk tall taste tell ten than thank that their them then there these they thing think third this those though thought thousand three through throw thus ' +
  'tie till tired today together told tomorrow too took top total touch toward town train travel tried trip trouble true truth try turn twelve twenty twice two under until up upon us use used useful user ' +
  'usual very visit voice wait walk wall want warm was wash watch way we wear weather well went were west wet what wheel when where whether which while white who whole whom whose why wide wind window winter ' +
  'wish within without wood word work world worse worst worth would write written wrong yard yes yesterday yet you young your zero'
