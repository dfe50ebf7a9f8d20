import { type Draw, isPlace, keyOf, type World } from './change.ts'
import { fragments, listItem, withKeys } from './page.ts'

/** Where a page puts its elements. */
export const places: Record<string, Draw> = {
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

  // Beside its original: a clone that no selector of its item matches is not known, and neither is one of HTML that
  // stands beside a framework's own (docs/tag.md, "What stop() cannot give back"). So no item of a list alone: `li:first-child`
  // does not match the second. Nor is one known of two that stand side by side and differ only in what items write over:
  // when a record has made them the same, the page holds nothing that says which of them was cloned. Where the other stands
  // elsewhere its place says it.
  clone(world, element, key) {
    const twins = twinsOf(world, element)
    const hasTwinBeside = twins.some(({ parentElement }) => parentElement === element.parentElement)
    if (!isMovable(element) || world.isMarked || element.matches('li') || hasTwinBeside) return
    const keys = [element, ...element.querySelectorAll('[data-k]')].map(() => world.next())
    return {
      says: `${key} cloned as ${keys} beside`,
      cloned: { original: element, hasTwins: twins.length > 0 },
      apply(_, find) {
        const clone = find(key).cloneNode(true) as Element
        const all = [clone, ...clone.querySelectorAll('[data-k]')]
        for (const [index, found] of all.entries()) found.setAttribute('data-k', keys[index] ?? '')
        find(key).after(clone)
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
}

const placesOf = ({ mirror }: World) => [...mirror.querySelectorAll('[data-k]')].filter(isPlace)

/** What an item may write over: texts, and the values of these attributes. */
const written = / (src|srcset|href|style|placeholder)="[^"]*"|(?<=>)[^<]+/g

/** What an item of HTML may write over: all that is in these. */
const targetsOfHtml = 'h1, .lead, .note'

/** The elements that differ from one, but in nothing else than their keys and what items may have written over. */
const twinsOf = ({ mirror }: World, element: Element) =>
  [...mirror.querySelectorAll(element.localName)].filter(
    (other) => withoutKeys(other) !== withoutKeys(element) && unwritten(other) === unwritten(element),
  )

const unwritten = (element: Element) => {
  // Within another, as it may be such a target itself.
  const copy = document.createElement('div')
  copy.append(element.cloneNode(true))
  for (const target of copy.querySelectorAll(targetsOfHtml)) target.textContent = ''
  return withoutKeys(copy).replace(written, '')
}

const withoutKeys = ({ outerHTML }: Element) => outerHTML.replace(/ data-k="[^"]*"/g, '')
const isMovable = (element: Element) => !element.matches('main, .hero, .pic')
