import { expect, test } from 'vitest'
import { itemName } from '../../wire/item-name.ts'

test.each([
  ['#hero h1', 'Headline (hero)'],
  ['#book-a-demo', 'Text (book a demo)'],
  ['meta[property="og:title"]', 'Link preview (og:title)'],
  ['head > title', 'Link preview'],
  ['constructor', 'Text (constructor)'],
  ['main > constructor', 'Text'],
])('an item at %s is called %s', (selector, name) => {
  expect(itemName({ selector, type: 'text' })).toBe(name)
})
