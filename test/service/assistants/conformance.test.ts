import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { listen } from '../../support/local-server.ts'
import { installedFolder } from '../../support/packed.ts'
import { startService } from '../../support/service.ts'

interface Check {
  id: string
  status: string
  errorMessage?: string
}

/** Scenarios that ask for what every server has. */
const asked = [
  'server-stateless',
  'tools-list',
  'server-sse-multiple-streams',
  'resources-list',
  'sep-2164-resource-not-found',
  'prompts-list',
  'dns-rebinding-protection',
  'caching',
  'http-header-validation',
]

/** The others, by the beginning of their names, and why they do not apply. */
const others = {
  'tools-call-': 'calls tools of the suite’s own server',
  'json-schema-2020-12': 'looks for a tool of the suite’s own server',
  'http-custom-header':
    'looks for a tool of the suite’s own server with arguments in headers: Motif has none',
  'resources-read-': 'reads resources of the suite’s own server',
  'resources-templates-read': 'reads resources of the suite’s own server',
  'prompts-get-': 'gets prompts of the suite’s own server',
  'completion-complete': 'Motif completes no arguments',
  'input-required-': 'Motif’s tools never ask back',
  'tasks-': 'an extension: Motif’s tools answer at once',
  'sep-2640-skills-': 'an extension: the skill of Motif is a file',
}

test('the protocol’s own suite finds no fault in what every server has', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'motif-conformance-'))
  await using service = await startService()
  const { hostname, port } = new URL(service.url)
  // The suite has no token to send.
  const proxy = await listen((asked, response) => {
    const headers = { ...asked.headers, authorization: `Bearer ${service.token}` }
    const sent = request({ hostname, port, path: asked.url, method: asked.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    asked.pipe(sent)
  })
  const installed = await installedFolder('@modelcontextprotocol/conformance', '0.2.0-alpha.12')
  const suite = join(installed, 'dist/index.js')
  const args = ['server', '--url', `${proxy.origin}/mcp`, '--requirements', '2026-07-28', '-o', folder]
  // It ends with 1, as most of its scenarios want fixtures.
  await new Promise((done) => execFile(process.execPath, [suite, ...args], { maxBuffer: 2 ** 26 }, done))
  await proxy.close()
  const scenarios = globSync(join(folder, '**/checks.json')).map((path) => ({
    name: basename(dirname(path)),
    checks: JSON.parse(readFileSync(path, 'utf8')) as Check[],
  }))
  rmSync(folder, { recursive: true })
  const byName = Map.groupBy(scenarios, ({ name }) =>
    asked.find((each) => name.includes(`server-${each}-20`)),
  )
  expect([...byName.keys()].filter((name) => name !== undefined).sort()).toEqual([...asked].sort())
  for (const name of asked) {
    const checks = byName.get(name)?.flatMap((each) => each.checks) ?? []
    const failed = checks.filter(({ status }) => status === 'FAILURE')
    // A part of the first one looks for tools of the suite's own server.
    const faults = failed.filter(({ errorMessage = '' }) => !errorMessage.startsWith('Not testable'))
    expect([name, faults]).toEqual([name, []])
    expect([name, checks.some(({ status }) => status === 'SUCCESS')]).toEqual([name, true])
  }
  const unknown = (byName.get(undefined) ?? []).map(({ name }) => name.replace(/^server-/, ''))
  expect(unknown.filter((name) => !Object.keys(others).some((each) => name.startsWith(each)))).toEqual([])
})
