import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** What a Dockerfile makes, in a folder instead of an image. */
export interface Image {
  /** The root of the image's files. */
  root: string
  workdir: string
  env: Record<string, string>
  cmd: string[]
  healthcheck: string[]
}

interface Stage extends Image {
  name: string
}

/** What a step is replaced by: an expression for the step, and what runs instead. */
export type Replacement = [step: RegExp, command: string]

/**
 * Carries out the steps of a Dockerfile in a folder, as far as a machine without a container engine can: COPY, RUN, ENV
 * and WORKDIR for real, in folders that stand for the stages' roots. What only an engine has is not tried: base images
 * (the machine's own Node.js runs), users, read-only files, and the daemon's way to start and stop.
 */
export function buildImage(dockerfile: string, folder: string, replacements: Replacement[] = []): Image {
  const stages: Stage[] = []
  const stage = () => stages.at(-1) as Stage
  const rootOf = (name: string) => stages.find((each) => each.name === name)?.root ?? ''
  const inRoot = (path: string) => resolve(join(stage().root, resolve(stage().workdir, path)))

  const steps: Record<string, (rest: string) => void> = {
    FROM(rest) {
      const name = / AS (\S+)/.exec(rest)?.[1] ?? `stage-${stages.length}`
      const root = join(folder, name)
      mkdirSync(root, { recursive: true })
      stages.push({ name, root, workdir: '/', env: {}, cmd: [], healthcheck: [] })
    },
    WORKDIR(rest) {
      stage().workdir = rest
      mkdirSync(inRoot('.'), { recursive: true })
    },
    COPY(rest) {
      const words = rest.split(' ')
      const from = /--from=(\S+)/.exec(rest)?.[1]
      const paths = words.filter((word) => !word.startsWith('--'))
      const to = paths.pop() ?? ''
      for (const path of paths) copy(from ? join(rootOf(from), path) : path, inRoot(to), to.endsWith('./'))
    },
    RUN(rest) {
      const replaced = replacements.find(([step]) => step.test(rest))?.[1]
      const command = replaced ?? rest.replaceAll(/(?<= )\/\w+/g, inRoot)
      execFileSync('sh', ['-ec', command], { cwd: inRoot('.'), stdio: ['ignore', 'ignore', 'inherit'] })
    },
    ENV(rest) {
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g))
        stage().env[name] = value.startsWith('/') ? inRoot(value) : value
    },
    CMD(rest) {
      stage().cmd = JSON.parse(rest)
    },
    HEALTHCHECK(rest) {
      stage().healthcheck = JSON.parse(rest.replace(/^.*? CMD /, ''))
    },
    USER() {},
    VOLUME() {},
    EXPOSE() {},
  }
  for (const line of readFileSync(dockerfile, 'utf8').split('\n')) {
    const [, step = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    if (step) (steps[step] ?? unknown(step))(rest)
  }
  const { workdir, ...image } = stage()
  return { ...image, workdir: join(image.root, workdir) }
}

function unknown(step: string): never {
  throw new Error(`${step} is no step that this knows`)
}

/** What `COPY` does: a folder's content goes into the target, a file too where that is a folder. */
function copy(from: string, to: string, intoFolder: boolean): void {
  const isFolder = statSync(from).isDirectory()
  mkdirSync(isFolder || intoFolder ? to : dirname(to), { recursive: true })
  if (from === '.') copyContext(to)
  else if (isFolder) execFileSync('cp', ['-al', `${from}/.`, to])
  else cpSync(from, intoFolder ? join(to, basename(from)) : to)
}

/** What the context has: the files of the project, as in a clone. */
function copyContext(to: string): void {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const names = execFileSync('git', args, { encoding: 'utf8' }).split('\0')
  execFileSync('cp', ['--parents', ...names.filter((name) => name !== '' && existsSync(name)), to])
}
