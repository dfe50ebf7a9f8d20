import { execFile } from 'node:child_process'
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../support/browsers/browser.ts'
import { launch } from '../support/browsers/launch.ts'
import { startEditorService, ticket } from '../support/editor-service.ts'
import { type Site, startSite } from '../support/site.ts'
import { bundlers } from './bundlers.ts'

const run = promisify(execFile)

const record = {
  pattern: 'AdaLovelaceAdaLovelace',
  language: 'en',
  content: [
    { selector: 'h1', type: 'text' as const, payload: 'Hello Ada' },
    { selector: '.lead', type: 'html' as const, payload: 'Made for <b>Ada</b><script>alert(1)</script>' },
  ],
  analytics: [{ id: 'title', selector: 'h1', type: 'view' as const }],
}

const app = `
import { on, ready, start } from '@motif/snippet'
window.told = []
on('applied', (report) => window.told.push(report))
start({ host: window.motifHost })
ready.then((report) => { window.report = report })
`

const typedApp = `
import { type Motif, type Report, on, ready, start, version } from '@motif/snippet'
const applied: number[] = (await ready).applied
const end: () => void = on('click', ({ button, at }) => console.log(button, at))
start({ host: 'https://motif.example.com', consent: 'required' })
// @ts-expect-error there is no such option
start({ hosts: 'https://motif.example.com' })
export const all: [number[], () => void, string, Promise<Report>, Motif?] = [applied, end, version, ready, window.motif]
`

const typeOptions = {
  compilerOptions: {
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    strict: true,
    noEmit: true,
    types: [],
  },
  files: ['app.ts'],
}

/** An empty project in which the package is installed, as it would come from a registry. */
let project: string
/** The bytes of its archive. */
let packedSize: number
let site: Site
let browser: Browser

beforeAll(async () => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'motif-package-')))
  const npm = (args: string[], cwd: string) =>
    run('npm', [...args, '--offline', '--cache', join(project, '.npm')], { cwd })
  const [packed] = await Promise.all([
    npm(['pack', '--json', '--pack-destination', project], resolve('dist/packages/snippet')),
    startSite(record).then((started) => {
      site = started
    }),
    launch('chromium').then((launched) => {
      browser = launched
    }),
  ])
  const [{ filename, size }] = JSON.parse(packed.stdout) as [{ filename: string; size: number }]
  packedSize = size
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  await npm(['install', '--no-audit', '--no-fund', `./${filename}`], project)
})

afterAll(async () => {
  await Promise.all([browser?.close(), site?.close()])
  rmSync(project, { recursive: true, force: true })
})

const installed = (file: string) => join(project, 'node_modules/@motif/snippet', file)

describe('the package @motif/snippet, packed and installed', () => {
  test('depends on nothing, and has the version, the licence and a README', () => {
    const manifest = JSON.parse(readFileSync(installed('package.json'), 'utf8'))
    const { version, license } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(manifest).toMatchObject({ name: '@motif/snippet', version, license, type: 'module' })
    expect(Object.keys(manifest).filter((key) => /dependencies$/i.test(key))).toEqual([])
    expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@motif',
    ])
    expect(readFileSync(installed('LICENSE'), 'utf8')).toBe(readFileSync('LICENSE', 'utf8'))
    expect(readFileSync(installed('README.md'), 'utf8')).toContain("from '@motif/snippet'")
  })

  test('is as large as docs/tag.md says', () => {
    const [, said] = /\((\d+) KB packed,/.exec(readFileSync('docs/tag.md', 'utf8')) ?? []
    expect(Math.abs(Number(said) - packedSize / 1000)).toBeLessThan(2)
  })

  test('can be imported on a server', async () => {
    const script = "import('@motif/snippet').then(({ start, version }) => console.log(typeof start, version))"
    const { stdout } = await run(process.execPath, ['-e', script], { cwd: project })
    expect(stdout).toMatch(/^function \d+\.\d+\.\d+/)
  })

  test('has types', async () => {
    writeFileSync(join(project, 'app.ts'), typedApp)
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(typeOptions))
    const failed = run(process.execPath, [resolve('node_modules/typescript/bin/tsc')], { cwd: project })
    await failed.catch(({ stdout }) => expect(stdout).toBe(''))
  })

  test.each(Object.entries(bundlers))('works in an app bundled by %s', async (name, bundle) => {
    const base = `/${name.replace(' ', '-')}/`
    const outdir = join(project, 'bundles', base)
    mkdirSync(outdir, { recursive: true })
    const entry = join(project, 'app.js')
    writeFileSync(entry, app)
    expect(await bundle({ folder: project, entry, outdir, base })).toEqual([])

    const files = globSync('**/*.js', { cwd: outdir })
    const textOf = (file: string) => readFileSync(join(outdir, file), 'utf8')
    expect(files.filter((file) => textOf(file).includes(project))).toEqual([])
    for (const file of files) site.assets.set(base + file, { body: textOf(file), type: 'text/javascript' })
    site.assets.set(base, {
      body: `<!doctype html><h1>Welcome</h1><p class="lead">To all</p>
        <script>delete Element.prototype.setHTML; window.motifHost = '${site.motif}'</script>
        <script type="module" src="${base}app.js"></script>`,
    })
    site.requests.splice(0)
    site.batches.splice(0)
    const tab = await browser.open(`${site.pages}${base}?pattern=${record.pattern}`)
    const page = () =>
      tab.evaluate('[document.querySelector("h1").textContent, document.querySelector(".lead").innerHTML]')
    await expect.poll(page).toEqual(['Hello Ada', 'Made for <b>Ada</b>'])
    await expect
      .poll(() => tab.evaluate('[window.report, window.told.at(-1)]'))
      .toMatchObject([{ applied: [0, 1] }, { applied: [0, 1] }])
    await expect
      .poll(() => site.batches.flatMap(({ events }) => events))
      .toMatchObject([{ item: 'title', type: 'view' }])
    const paths = new Set(site.requests.filter(({ host }) => host === 'motif').map(({ path }) => path))
    expect([...paths]).toEqual([`/p/${record.pattern}`, '/e'])

    // What comes from the service, not from the bundle: the overlay of the preview, and the editor.
    site.editor = startEditorService().answer
    for (const link of [`?pattern=${record.pattern}&motif-preview`, `#motif-edit=${ticket}`]) {
      site.requests.splice(0)
      await tab.goto('about:blank')
      await tab.goto(`${site.pages}${base}${link}`)
      await expect.poll(() => site.requests.some(({ path }) => path === '/editor.js')).toBe(true)
    }
    await expect.poll(() => tab.evaluate('window.opened?.length')).toBe(1)
    site.editor = undefined
    await tab.close()
  })
})
