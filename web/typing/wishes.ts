/**
 * Who types Thaana in this browser, as signs with commas between. A sign stands for a person without naming them:
 * whoever uses the browser next cannot read an address out of it.
 */
export const wants = (kept: string, person: string) => kept.split(',').includes(signOf(person))

export function toggled(kept: string, person: string): string {
  const sign = signOf(person)
  const others = kept.split(',').filter((one) => one !== '' && one !== sign)
  return (wants(kept, person) ? others : [sign, ...others].slice(0, most)).join()
}

/** Of so many people a browser remembers it. */
const most = 20

/** FNV-1a of 32 bits. */
function signOf(person: string) {
  let sign = 0x811c9dc5
  for (let place = 0; place < person.length; place += 1)
    sign = Math.imul(sign ^ person.charCodeAt(place), 0x01000193) >>> 0
  return sign.toString(36)
}
