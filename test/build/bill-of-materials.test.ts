import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Component {
  'bom-ref': string
  group?: string
  name: string
  version: string
  hashes?: { alg: string; content: string }[]
  licenses: { license?: { id: string }; expression?: string }[]
}

interface Bill {
  bomFormat: string
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const bill = JSON.parse(readFileSync('dist/motif.cdx.json', 'utf8')) as Bill
const names = bill.components.map(({ group, name }) => (group ? `${group}/${name}` : name))

test('the bill of materials has what the service needs and what is bundled, and nothing that only tests or builds', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object }
  expect(bill.bomFormat).toBe('CycloneDX')
  expect(names).toEqual(
    expect.arrayContaining([...Object.keys(dependencies), 'preact', 'uplot', 'dompurify']),
  )
  for (const name of ['vitest', 'playwright', 'esbuild', 'axe-core']) expect(names).not.toContain(name)
})

test('it names version, licence and hash of each, and every need of a package is in it', () => {
  const refs = new Set(bill.components.map((component) => component['bom-ref']))
  for (const { name, version, hashes, licenses } of bill.components) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+/)
    expect(hashes?.[0]?.content, name).toMatch(/^[0-9a-f]{128}$/)
    expect(licenses, name).toHaveLength(1)
  }
  expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([])
})
