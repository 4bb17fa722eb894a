import { numbersIn } from '#shared/text/format/isolate.ts'

/**
 * Puts each number of a sanitized document that Dhivehi would reorder into a left-to-right `<bdi>`, which is not broken over
 * lines; the text stays the same. A cited case number is a button of its own.
 */
export function isolateNumbersIn(root: DocumentFragment) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) if (!text.parentElement?.closest('[data-case-number]')) isolateIn(text)
}

/** From the last number to the first, so that the offsets stay valid. */
function isolateIn(text: Text) {
  for (const { found, index } of numbersIn(text.data).toReversed()) {
    const number = text.splitText(index)
    number.splitText(found.length)
    const isolated = document.createElement('bdi')
    isolated.dir = 'ltr'
    number.replaceWith(isolated)
    isolated.append(number)
  }
}
