import { describe } from 'vitest'
import { firstPages } from './pages.ts'
import { showPages } from './show.ts'

describe('a public page is made personal and given back:', () => showPages(firstPages))
