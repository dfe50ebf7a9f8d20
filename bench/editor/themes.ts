import { themePage, themePages } from '../../test/editor/pixels/theme-page.ts'
import { startLocalServer } from '../../test/support/local-server.ts'
import { type Conditions, createNetwork } from '../page/network.ts'
import { clientOf } from '../support/api.ts'
import { startMotif } from '../support/motif-process.ts'

/** The theme pages with the tag, on a site of their own, and the service, with a set network distance. */
export interface Themes extends AsyncDisposable {
  names: string[]
  pageOf(name: string): string
  /** A link that opens the editor on a page, once. */
  editorLink(name: string): Promise<string>
  become(conditions: Conditions): void
}

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="120"><rect width="300" height="120" fill="#9bd"/></svg>'

/** Serves the pages, and creates an empty template for each. */
export async function openThemes(): Promise<Themes> {
  const motif = await startMotif()
  const network = createNetwork()
  const near = await network.proxy(() => motif.port)
  const site = await startLocalServer(({ path }, response) => {
    const name = path.replace(/^\/|\?.*/g, '')
    if (name in themePages)
      response.writeHead(200, { 'content-type': 'text/html' }).end(themePage(name, near.origin))
    else response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(picture)
  })
  const pages = await network.proxy(() => Number(new URL(site.url).port))
  const names = Object.keys(themePages)
  const { request } = clientOf(motif)
  const pageOf = (name: string) => `${pages.origin}/${name}`
  for (const name of names)
    await request('PUT', `/templates/${name}`, {
      yaml: `page: ${pageOf(name)}\nlanguages: [en]\ncontent: []\nanalytics: []\n`,
    })
  return {
    names,
    pageOf,
    editorLink: async (name) => (await request<{ url: string }>('POST', `/templates/${name}/edit`)).url,
    become: network.become,
    async [Symbol.asyncDispose]() {
      near.close()
      pages.close()
      await site[Symbol.asyncDispose]()
      await motif[Symbol.asyncDispose]()
    },
  }
}
