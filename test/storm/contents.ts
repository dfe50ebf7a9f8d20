import { type Draw, type Find, isPlace } from './change.ts'

/** What a page writes into its elements. */
export const contents: Record<string, Draw> = {
  text(world, element, key) {
    if (isPlace(element) || !hasText(element)) return
    const text = `Own ${world.next()}`
    return {
      says: `${key} text "${text}"`,
      apply: (_, find) => setText(find, key, text),
    }
  },

  'text node'(world, element, key) {
    const known = world.find.texts.get(key)
    if (!known || element.firstChild !== known || known.nextSibling) return
    const text = `Own ${world.next()}`
    return {
      says: `${key} text node "${text}"`,
      apply: (_, find) => Object.assign(find.texts.get(key) as Text, { data: text }),
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
    return {
      says: `${key} append "${text}"`,
      apply(_, find) {
        find(key).append(text)
        find.texts.delete(key)
      },
    }
  },

  class(world, element, key) {
    // What has elements with keys inside is no target: the page would look for them in vain.
    const names = element.querySelector('[data-k]') ? ['open', 'x'] : ['open', 'late', 'lead', 'cta', 'x']
    const name = world.chance.pick(isPlace(element) ? ['open', 'x'] : names)
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
    world.isMarked = true
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

const setText = (find: Find, key: string, text: string) => {
  const element = find(key)
  element.textContent = text
  // Before anybody else hears of it.
  find.texts.set(key, element.firstChild as Text)
}
