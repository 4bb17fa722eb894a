/** What the bench of the reader runs in the page: each function is sent to the browser as its text, so none uses another. */

/**
 * Records when the first frame with the beginning of the text was drawn, and the first one with all of it, in milliseconds
 * after the last byte of the answer.
 */
export function watchReading() {
  const watch = (selector: string, figure: string) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      observer.disconnect()
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          const answers = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
          const answer = answers.findLast(({ name }) => name.endsWith('/api/g/find'))
          Object.assign(window, { [figure]: performance.now() - (answer?.responseEnd ?? 0) })
        }
        port2.postMessage(undefined)
      })
    })
    observer.observe(document, { childList: true, subtree: true })
  }
  watch('article [data-judgment] p', 'readable_ms')
  watch('article:not([aria-busy]) [data-judgment] p', 'whole_ms')
}

/** Writes the text of the reader as plain HTML in its place, and returns the time until it is drawn. */
export function writePlain() {
  const text = document.querySelector('[data-judgment]')
  const nodes = [...(text?.childNodes ?? [])]
  const plain = document.createElement('div')
  plain.className = (text?.className ?? '').split(' ')[1] ?? ''
  const paragraphs = nodes.map((node) => {
    const paragraph = document.createElement('p')
    paragraph.textContent = node.textContent
    return paragraph
  })
  const start = performance.now()
  plain.append(...paragraphs)
  document.body.replaceChildren(plain)
  return new Promise<number>((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now() - start)
      port2.postMessage(undefined)
    })
  })
}

/** Types the word at once, and returns the time until the frame with its marks is drawn. */
export function typeAndMeasure({ label, word: typed }: { label: string; word: string }) {
  const input = document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)
  if (!input) throw new Error('There is no find field.')
  const start = performance.now()
  // React replaces the setter of the element itself.
  Reflect.set(HTMLInputElement.prototype, 'value', typed, input)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  return new Promise<number>((resolve) => {
    const check = () => {
      if ((CSS.highlights.get('found')?.size ?? 0) === 0) {
        requestAnimationFrame(check)
        return
      }
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now() - start)
      port2.postMessage(undefined)
    }
    requestAnimationFrame(check)
  })
}

/** Puts an element around each match of a copy of the text, as a page without highlights does. */
export function markWithElements(searched: string) {
  const copy = document.querySelector('[data-judgment]')?.cloneNode(true) as HTMLElement
  copy.removeAttribute('data-long')
  copy.style.position = 'absolute'
  document.body.append(copy)
  copy.getBoundingClientRect()
  const start = performance.now()
  const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts)
    for (let at = text.data.lastIndexOf(searched); at !== -1; at = text.data.lastIndexOf(searched)) {
      const match = text.splitText(at)
      match.splitText(searched.length)
      const mark = document.createElement('mark')
      match.replaceWith(mark)
      mark.append(match)
    }
  return new Promise<number>((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        const time = performance.now() - start
        copy.remove()
        resolve(time)
      }
      port2.postMessage(undefined)
    })
  })
}

/** Scrolls by 250 pixels in each of 240 frames, and returns the lengths of the frames. */
export function scrollAndMeasure() {
  return new Promise<number[]>((resolve) => {
    const lengths: number[] = []
    let last = performance.now()
    const step = () => {
      const now = performance.now()
      lengths.push(now - last)
      last = now
      window.scrollBy(0, 250)
      if (lengths.length < 240) requestAnimationFrame(step)
      else resolve(lengths.slice(1))
    }
    requestAnimationFrame(step)
  })
}

/** Presses a card and clicks it a moment later, as a person does: it is requested when it is pressed. Measures from the click. */
export async function openAndMeasure(link: HTMLElement | SVGElement) {
  const press_ms = 80
  link.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, pointerType: 'mouse' }))
  await new Promise((resolve) => setTimeout(resolve, press_ms))
  const start = performance.now()
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, button: 0 }))
  return new Promise<number>((resolve) => {
    const check = () => {
      if (!document.querySelector('[role=dialog] article [data-judgment] p')) {
        requestAnimationFrame(check)
        return
      }
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now() - start)
      port2.postMessage(undefined)
    }
    requestAnimationFrame(check)
  })
}
