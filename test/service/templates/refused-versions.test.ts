import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '../../../service/base/database/database.ts'
import { openStore } from '../../../service/base/store.ts'
import { readConfig } from '../../../service/config.ts'
import { storeTemplate } from '../../../service/templates/sql.ts'
import { createTemplateWork } from '../../../service/templates/template-work.ts'
import { createTemplates, type Templates } from '../../../service/templates/templates.ts'
import { forADatabase } from '../../support/databases.ts'

forADatabase((database) => {
  let store: OpenDatabase
  let templates: Templates
  beforeAll(async () => {
    store = await openStore(readConfig({ ...(await database.create()), LOG_LEVEL: 'silent' }))
    const log = pino({ level: 'silent' })
    const work = createTemplateWork({ log })
    templates = createTemplates({ db: store.db, log, work, folder: '/nowhere', canTranslate: false })
  })
  afterAll(() => store.close())

  test('a version that was stored before a check became stricter is named where it is refused', async () => {
    for (const type of ['text', 'txt'])
      await storeTemplate(store.db, 'acme', {
        name: 'spring',
        source: `languages: [en]\ncontent: [{ selector: h1, type: ${type}, payload: Hello }]\n`,
        user: 'ada',
      })
    const refused =
      'template: version 2 of spring has problems; mend them and store it again.\n' +
      'line 2, column 27: "txt" is not a type of content item 1; did you mean "text"?'
    await expect(templates.getOrExplain('acme', 'spring')).rejects.toThrow(refused)
    await expect(templates.assertOffered('acme', 'spring', 'en')).rejects.toThrow(refused)
  })
})
