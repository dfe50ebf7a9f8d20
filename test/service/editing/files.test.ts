import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EditedTemplate } from '../../../wire/editor.ts'
import { forADatabase } from '../../support/databases.ts'
import { createTemplatesDir } from '../../support/templates.ts'
import { expectError } from '../http/support.ts'
import { headline, openDesk, source } from './desk.ts'

const files = await createTemplatesDir()
afterAll(() => files[Symbol.asyncDispose]())

forADatabase((database) => {
  const { ask, open } = openDesk(database, { TEMPLATES_DIR: files.path })

  beforeAll(() => files.write('moved', source))

  test('edits of a file that was changed meanwhile change none of its other items', async () => {
    const page = await open('moved', '')
    const { body: read } = await ask<EditedTemplate>(page, 'GET', '/template')
    const { version, fingerprint } = read
    const mine = { version, fingerprint, edits: [headline('Mine')] }
    const item = '  - { selector: .new, type: text, payload: { en: New, de: Neu } }\n'
    await files.write('moved', source.replace('content:\n', `content:\n${item}`))
    const refused = await ask(page, 'PUT', '/template', mine)
    expect(expectError(refused, 40901)).toContain('the file was changed')
    expectError(await ask(page, 'POST', '/preview', { ...mine, language: 'en' }), 40901)
    expectError(await ask(page, 'POST', '/cases', mine), 40901)
    const { body: now } = await ask<EditedTemplate>(page, 'GET', '/template')
    const again = { ...mine, fingerprint: now.fingerprint, edits: [{ ...headline('Mine'), index: 1 }] }
    const saved = await ask<EditedTemplate>(page, 'PUT', '/template', again)
    expect(saved.body).toMatchObject({ version: 1 })
    expect(saved.body.content.slice(0, 2)).toMatchObject([
      { payload: { en: 'New' } },
      { payload: { en: 'Mine' } },
    ])
    expect(saved.body).not.toHaveProperty('fingerprint')
  })
})
