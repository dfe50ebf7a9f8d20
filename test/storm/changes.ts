import type { Chance } from './chance.ts'
import { fragments, listItem, withKeys } from './page.ts'

/**
 * What a page does with its own document. It is done in two documents, one with Motif and one without, so it is chosen
 * by what the one without shows, and names elements by their keys.
 */
export interface Change {
  says: string
  /** Done in a document; `find` has its elements, those that the page keeps for later too. */
  apply(document: Document, find: Find): void
}

export type Find = (key: string) => Element

/** What changes are chosen by. */
export interface World {
  chance: Chance
  /** The document without Motif. */
  mirror: Document
  /** Elements that the page has taken out and kept. */
  kept: string[]
  /** A key, or a number, that was not there before. */
  next(): string
}

type Draw = (world: World, element: Element, key: string) => Change | undefined

/** Targets of HTML have no keys inside, and are no places for those that have. */
const isPlace = (element: Element) =>
  /^(MAIN|SECTION|DIV|UL|ASIDE|ARTICLE)$/.test(element.tagName) && !isSingle(element)
const isSingle = (element: Element) => element.matches('.back, picture')
const keyOf = (element: Element) => element.getAttribute('data-k') ?? ''

const placesOf = ({ mirror }: World) => [...mirror.querySelectorAll('[data-k]')].filter(isPlace)
const isMovable = (element: Element) => !element.matches('main, .hero, .pic')

const draws: Record<string, Draw> = {
  text(world, element, key) {
    if (isPlace(element) || !hasText(element)) return
    const text = `Own ${world.next()}`
    return {
      says: `${key} text "${text}"`,
      apply: (_, find) => Object.assign(find(key), { textContent: text }),
    }
  },

  'text node'(world, element, key) {
    if (element.childNodes.length !== 1 || element.firstChild?.nodeType !== 3) return
    const text = `Own ${world.next()}`
    return {
      says: `${key} text node "${text}"`,
      apply: (_, find) => Object.assign(find(key).firstChild as Text, { data: text }),
    }
  },

  html(world, element, key) {
    if (isPlace(element) || !hasText(element)) return
    const html = `Own <u>${world.next()}</u> text`
    return {
      says: `${key} html "${html}"`,
      apply: (_, find) => Object.assign(find(key), { innerHTML: html }),
    }
  },

  nodes(world, element, key) {
    if (isPlace(element) || !hasText(element)) return
    const text = world.next()
    return {
      says: `${key} nodes "${text}"`,
      apply(document, find) {
        const bold = document.createElement('b')
        bold.textContent = text
        find(key).replaceChildren(document.createTextNode('Own '), bold, document.createComment('own'))
      },
    }
  },

  append(world, element, key) {
    if (isPlace(element) || !hasText(element)) return
    const text = ` and ${world.next()}`
    return { says: `${key} append "${text}"`, apply: (_, find) => find(key).append(text) }
  },

  insert(world, _, __) {
    const place = keyOf(world.chance.pick(placesOf(world)))
    const where = world.chance.pick(['beforeend', 'afterbegin'] as const)
    const html = withKeys(world.chance.pick([...fragments, listItem]), world.next)
    return {
      says: `${place} ${where} ${html}`,
      apply: (_, find) => find(place).insertAdjacentHTML(where, html),
    }
  },

  render(world, element, key) {
    if (!element.matches('.list, .cards, aside')) return
    const parts = element.matches('.list') ? [listItem, listItem] : [fragments[6] ?? '', fragments[0] ?? '']
    const html = withKeys(parts.join(''), world.next)
    return {
      says: `${key} renders ${html}`,
      apply: (_, find) => Object.assign(find(key), { innerHTML: html }),
    }
  },

  remove(_, element, key) {
    if (!isMovable(element)) return
    return { says: `${key} removed`, apply: (_, find) => find(key).remove() }
  },

  keep({ kept }, element, key) {
    if (!isMovable(element)) return
    kept.push(key)
    return { says: `${key} taken out`, apply: (_, find) => find(key).remove() }
  },

  bring(world) {
    const key = world.kept.pop()
    if (key === undefined) return
    const place = keyOf(world.chance.pick(placesOf(world)))
    return { says: `${key} brought back to ${place}`, apply: (_, find) => find(place).append(find(key)) }
  },

  clone(world, element, key) {
    if (!isMovable(element)) return
    const keys = [element, ...element.querySelectorAll('[data-k]')].map(() => world.next())
    const isInPlace = world.chance.percent(50)
    const place = keyOf(world.chance.pick(placesOf(world)))
    return {
      says: `${key} cloned as ${keys} ${isInPlace ? 'beside' : `to ${place}`}`,
      apply(_, find) {
        const clone = find(key).cloneNode(true) as Element
        const all = [clone, ...clone.querySelectorAll('[data-k]')]
        for (const [index, found] of all.entries()) found.setAttribute('data-k', keys[index] ?? '')
        if (isInPlace) find(key).after(clone)
        else find(place).append(clone)
      },
    }
  },

  move(world, element, key) {
    if (!isMovable(element)) return
    const place = world.chance.pick(placesOf(world))
    if (element.contains(place)) return
    const to = keyOf(place)
    return { says: `${key} moved to ${to}`, apply: (_, find) => find(to).prepend(find(key)) }
  },

  wrap(world, element, key) {
    if (!isMovable(element) || element.matches('li, .card h3, .note')) return
    const wrapper = world.next()
    return {
      says: `${key} wrapped by ${wrapper}`,
      apply(document, find) {
        const div = document.createElement('div')
        div.setAttribute('data-k', wrapper)
        find(key).replaceWith(div)
        div.append(find(key))
      },
    }
  },

  normalize(_, __, key) {
    return { says: `${key} normalised`, apply: (_, find) => find(key).normalize() }
  },

  class(world, _, key) {
    const name = world.chance.pick(['open', 'late', 'lead', 'card', 'cta', 'x'])
    return { says: `${key} class ${name}`, apply: (_, find) => void find(key).classList.toggle(name) }
  },

  attribute(world, element, key) {
    const own = `/own.svg?${world.next()}`
    const names: [string, string][] = [
      ['src', own],
      ['srcset', `${own} 2x`],
      ['href', own],
      ['placeholder', own],
      ['style', `color:red; background-image: url(${own})`],
      ['data-x', own],
    ]
    const fitting = names.filter(([name]) => element.hasAttribute(name) || name === 'data-x')
    const [name, value] = world.chance.pick(fitting)
    return { says: `${key} ${name}=${value}`, apply: (_, find) => find(key).setAttribute(name, value) }
  },

  'no attribute'(world, element, key) {
    const name = world.chance.pick(
      ['src', 'srcset', 'href', 'placeholder', 'style'].filter((one) => element.hasAttribute(one)),
    )
    if (!name) return
    return { says: `${key} without ${name}`, apply: (_, find) => find(key).removeAttribute(name) }
  },

  /** What frameworks leave on nodes: nothing that a visitor sees, but Motif goes by it. */
  mark(world) {
    const mark = world.chance.pick(['__reactContainer$s', '__reactFiber$s', '_vnode', '__vue_app__'])
    return {
      says: `marked ${mark}`,
      apply(document) {
        for (const element of document.querySelectorAll(/Container|app/.test(mark) ? 'main' : 'main, main *'))
          Object.assign(element, { [mark]: {} })
      },
    }
  },
}

const hasText = (element: Element) => !element.matches('img, input, picture')

/** Chooses a change that can be made in the page as it is. */
export function drawChange(world: World): Change {
  for (;;) {
    const [name, draw] = world.chance.pick(Object.entries(draws))
    const elements = [...world.mirror.querySelectorAll('[data-k]')]
    const element = world.chance.pick(elements)
    const change = draw(world, element, keyOf(element))
    if (change) return { ...change, says: `${name}: ${change.says}` }
  }
}
