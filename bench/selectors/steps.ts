/** One thing that a redesign does to a page. */
export type Step = (document: Document) => void

const all = (document: Document, selector: string): Element[] => {
  const found = [...document.querySelectorAll(selector)]
  if (found.length === 0) throw new Error(`A redesign is about ${selector}, which is not in the page.`)
  return found
}

const first = (document: Document, selector: string): Element => all(document, selector)[0] as Element

/** A new build with other hashes: changes each match of the pattern in classes, ids and scopes. */
export function rebuild(pattern: RegExp): Step {
  return (document) => {
    for (const element of document.querySelectorAll('*'))
      for (const { name, value } of [...element.attributes]) {
        if (name === 'class' || name === 'id' || name === 'aria-controls')
          element.setAttribute(name, value.replaceAll(pattern, otherHash))
        const renamed = name.startsWith('data-v-') ? name.replaceAll(pattern, otherHash) : name
        if (renamed === name) continue
        element.removeAttribute(name)
        element.setAttribute(renamed, value)
      }
  }
}

function otherHash(hash: string): string {
  return [...hash].map(shifted).join('')
}

/** Another letter or digit of the same kind; always the same for the same input. */
function shifted(mark: string, at: number): string {
  for (const [from, count] of [
    ['0', 10],
    ['a', 26],
    ['A', 26],
  ] as const) {
    const place = mark.charCodeAt(0) - from.charCodeAt(0)
    if (place >= 0 && place < count)
      return String.fromCharCode(from.charCodeAt(0) + ((place * 7 + at + 3) % count))
  }
  return mark
}

/** Wraps each match in a new element. */
export function wrap(selector: string, html: string): Step {
  return (document) => {
    for (const element of all(document, selector)) {
      const wrapper = made(document, html)
      element.replaceWith(wrapper)
      ;(wrapper.querySelector('slot') ?? wrapper).append(element)
      const slot = wrapper.querySelector('slot')
      if (slot) slot.replaceWith(...slot.childNodes)
    }
  }
}

/** Removes elements, but keeps their content. */
export function unwrap(selector: string): Step {
  return (document) => {
    for (const element of all(document, selector)) element.replaceWith(...element.childNodes)
  }
}

export function moveBefore(selector: string, other: string): Step {
  return (document) => first(document, other).before(first(document, selector))
}

export function insert(where: 'before' | 'after' | 'prepend' | 'append', other: string, html: string): Step {
  return (document) => {
    first(document, other)[where](made(document, html))
  }
}

export function remove(selector: string): Step {
  return (document) => {
    for (const element of all(document, selector)) element.remove()
  }
}

/** Gives elements another tag. */
export function retag(selector: string, tag: string): Step {
  return (document) => {
    for (const element of all(document, selector)) {
      const renamed = document.createElement(tag)
      for (const { name, value } of element.attributes) renamed.setAttribute(name, value)
      renamed.append(...element.childNodes)
      element.replaceWith(renamed)
    }
  }
}

/** Renames classes everywhere. An empty name removes the class. */
export function renameClasses(names: Record<string, string>): Step {
  return (document) => {
    for (const [from, to] of Object.entries(names))
      for (const element of all(document, `[class~="${from}"]`)) {
        element.classList.remove(from)
        if (to) element.classList.add(...to.split(' '))
      }
  }
}

export function setText(selector: string, text: string): Step {
  return (document) => {
    first(document, selector).textContent = text
  }
}

export function setAttribute(selector: string, name: string, value: string): Step {
  return (document) => {
    for (const element of all(document, selector)) element.setAttribute(name, value)
  }
}

function made(document: Document, html: string): Element {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.content.firstElementChild as Element
}
