import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { build } from 'esbuild'
import { serviceBundle } from '../../build/service.ts'

const packed = (version: string) => `test/fixtures/releases/service-${version}.mjs.br`
/** Within the project, so that it finds the packages that are no part of it. */
const folder = resolve('node_modules/.cache/releases')

/** The built service of an earlier release as a file that runs: on PostgreSQL, with this checkout's packages. */
export async function unpackRelease(version: string): Promise<string> {
  const file = `${folder}/${version}.mjs`
  const draft = `${file}.${process.pid}`
  await mkdir(folder, { recursive: true })
  await writeFile(draft, await promisify(brotliDecompress)(await readFile(packed(version))))
  await rename(draft, file)
  return file
}

/** Packs the service as it is now, for the tests of the next release. */
async function packRelease(version: string): Promise<void> {
  const { outputFiles } = await build({ ...serviceBundle, write: false, minify: true })
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  }
  await writeFile(
    packed(version),
    await promisify(brotliCompress)(outputFiles[0]?.contents ?? '', { params }),
  )
}

const [, , command, version] = process.argv
if (import.meta.main && command === 'pack' && version) await packRelease(version)
