import { mkdir, writeFile } from 'node:fs/promises'
import { dusk } from './dusk.ts'
import { engraving } from './engraving.ts'
import { survey } from './survey.ts'

/** Draws every picture of the landing pages anew: `node demo-site/pictures/draw.ts`. Same code, same bytes. */
const folders = { launch: dusk, article: engraving, app: survey }

for (const [page, pictures] of Object.entries(folders)) {
  const folder = new URL(`../pages/${page}/img/`, import.meta.url)
  await mkdir(folder, { recursive: true })
  for (const [name, draw] of Object.entries(pictures)) await writeFile(new URL(`${name}.svg`, folder), draw())
}
