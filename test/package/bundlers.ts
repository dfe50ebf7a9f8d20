import { promisify } from 'node:util'
import { build as buildByEsbuild } from 'esbuild'
import { build as buildByVite, createLogger } from 'vite'
import { installedFolder } from '../support/packed.ts'

/** An app to bundle: its folder, its only script `app.js`, and where the bundle goes. */
interface App {
  folder: string
  entry: string
  /** Gets `app.js` and chunks beside it. */
  outdir: string
  /** The path under which a browser finds the bundle, with a slash at both ends. */
  base: string
}

/** Each bundles an app for production as a beginner would, and gives what it complains of. */
export const bundlers = { esbuild: byEsbuild, Vite: byVite, 'webpack 5': byWebpack }

async function byEsbuild({ folder, entry, outdir }: App): Promise<string[]> {
  const { warnings, errors } = await buildByEsbuild({
    absWorkingDir: folder,
    entryPoints: { app: entry },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    logLevel: 'silent',
  })
  return [...warnings, ...errors].map(({ text }) => text)
}

async function byVite({ folder, entry, outdir, base }: App): Promise<string[]> {
  const complaints: string[] = []
  const complain = (message: string) => void complaints.push(message)
  await buildByVite({
    root: folder,
    base,
    configFile: false,
    logLevel: 'silent',
    customLogger: { ...createLogger('silent'), warn: complain, warnOnce: complain, error: complain },
    build: {
      outDir: outdir,
      rolldownOptions: { input: entry, output: { entryFileNames: 'app.js' } },
    },
  })
  return complaints
}

async function byWebpack({ folder, entry, outdir, base }: App): Promise<string[]> {
  const { default: webpack } = await import(`${await installedFolder('webpack', '5.112.2')}/lib/index.js`)
  const compiler = webpack({
    context: folder,
    mode: 'production',
    entry: { app: entry },
    output: { path: outdir, filename: '[name].js', publicPath: base },
  })
  const stats = await promisify(compiler.run.bind(compiler))()
  await promisify(compiler.close.bind(compiler))()
  const { warnings, errors } = stats.toJson({ warnings: true, errors: true })
  return [...warnings, ...errors].map(({ message }) => message)
}
