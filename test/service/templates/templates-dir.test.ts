import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inlineTag } from '../../../service/templates/template-tag.ts'
import { createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { type Answer, type Service, startService } from '../../support/service.ts'

const greeting = (text: string) =>
  `languages: [en, de]\ncontent: [{ selector: h1, type: text, payload: ${text} }]\n`

let folder: string
let templatesDir: string
let service: Service
let prospect: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'motif-templates-'))
  templatesDir = join(folder, 'templates')
  service = await startService({ TEMPLATES_DIR: templatesDir })
  prospect = await createProspect(service, { email: 'ada@acme.com' })
})

afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

interface ErrorBody {
  error: number
  message: string
}

function create(template: string, language = 'en'): Promise<Answer<ErrorBody>> {
  return service.request('POST', '/v1/content', { body: { prospect, template, language } })
}

async function payloadOf(template: string): Promise<string | undefined> {
  const { id } = await createContent(service, { prospect, template })
  return (await whenCompleted(service, id)).content[0]?.payload
}

/** As editors save: beside the file first, and then in its place. */
async function save(name: string, source: string): Promise<void> {
  const draft = join(templatesDir, `.${name}.yaml.swp`)
  await writeFile(draft, source)
  await rename(draft, join(templatesDir, `${name}.yaml`))
}

/** Asks until the service has logged it. */
async function whenLogged(text: string): Promise<string> {
  for (;;) {
    const line = service
      .output()
      .split('\n')
      .find((logged) => logged.includes(text))
    if (line) return line
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('without the folder there is no template, and with it there are those that are put there', async () => {
  expect(await create('hello')).toMatchObject({ status: 400, body: { error: 40003 } })
  const draft = join(folder, 'draft')
  await mkdir(draft)
  await writeFile(join(draft, 'hello.yaml'), greeting('one'))
  await rename(draft, templatesDir)
  expect(await payloadOf('hello')).toBe('one')
})

test('a template that changes is read again at once, however it is saved', async () => {
  await writeFile(join(templatesDir, 'hello.yaml'), greeting('two'))
  expect(await payloadOf('hello')).toBe('two')
  await writeFile(join(templatesDir, 'hello.yaml'), greeting('six'))
  expect(await payloadOf('hello')).toBe('six')
  await save('hello', greeting('four'))
  expect(await payloadOf('hello')).toBe('four')
})

test('a broken template is no template until it is mended, and is logged once', async () => {
  await save('broken', greeting('"{{ prospect.compny }}"'))
  for (let round = 0; round < 3; round++)
    expect(await create('broken')).toMatchObject({ status: 400, body: { error: 40003 } })
  const logged = JSON.parse(await whenLogged('broken.yaml:')) as { msg: string; problems: string[] }
  expect(logged.msg).toContain('template is broken')
  expect(logged.problems).toEqual([
    'broken.yaml:2:52: payload: "prospect.compny" is not known; did you mean "prospect.company"?',
  ])
  expect(service.output().match(/broken\.yaml:2:52/g)).toHaveLength(1)
  const at = `/v1/templates/broken`
  const answers = [
    await create('broken'),
    await service.request<ErrorBody>('POST', `${at}/preview`, { body: { language: 'en' } }),
    await service.request<ErrorBody>('POST', `${at}/edit`),
    await service.request<ErrorBody>('GET', `${at}/tag`),
  ]
  for (const { status, body } of answers)
    expect([status, body]).toEqual([
      400,
      {
        error: 40003,
        message:
          'template: the file broken.yaml has problems; mend them and save it.\n' +
          'line 2, column 52: payload: "prospect.compny" is not known; did you mean "prospect.company"?',
      },
    ])
  expect((await create('no-such')).body.message).toBe('template: there is no template "no-such".')
  await save('broken', greeting('mended'))
  expect(await payloadOf('broken')).toBe('mended')
})

test.each([['../templates/hello'], ['hello\u0000'], ['/etc/passwd']])(
  'no path leads to a template by the name %j',
  async (name) => {
    const { status, body } = await create(name)
    expect(status).toBe(400)
    expect([40001, 40003]).toContain(body.error)
  },
)

test('a language is offered where look-up finds one of the template, and refused where not', async () => {
  expect((await create('hello', 'de-AT')).status).toBe(200)
  expect((await create('hello', 'EN')).body).toMatchObject({ language: 'en' })
  expect(await create('hello', 'fr')).toMatchObject({ status: 400, body: { error: 40004 } })
  expect((await create('hello', 'fr')).body.message).toContain('it offers en, de')
})

test('the tag is the same for every page and template', async () => {
  const tag = await service.request<string>('GET', '/tag', { token: '' })
  expect(tag.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(tag.body).toMatch(/^<script data-host="[^"]+">[^<]+<\/script>\n$/)
  expect(tag.body).toContain(`data-host="${service.url}"`)
  for (const path of ['/tag?template=hello', '/tag?template=nope', '/v1/templates/hello/tag'])
    expect((await service.request('GET', path)).body).toBe(tag.body)
  expect((await service.request('POST', '/tag', { token: '' })).status).toBe(405)
  // Nothing in the loader ends the tag, or begins a comment in it.
  expect(inlineTag('', 'x("</script><!--")').match(/<\/script>|<!--/g)).toEqual(['</script>'])
})
