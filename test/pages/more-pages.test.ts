import { describe } from 'vitest'
import { morePages } from './pages.ts'
import { showPages } from './show.ts'

describe('a public page is made personal and given back:', () => showPages(morePages))
