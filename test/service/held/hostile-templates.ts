import type { Random } from '../http/fuzz/random.ts'

/** What fits into a request of 64 KiB with its other fields, as JSON. */
const mostText = 64_000

/** A template that is made of one thing, of which there is as much as a bound allows, or more. */
export interface HostileTemplate {
  /** What it is made of. */
  shape: string
  yaml: string
}

/** Texts of YAML that are no template, for what reads them. */
const yamlShapes: Record<string, (random: Random) => string> = {
  'brackets in brackets': (random) => nested(random, '[', ']', [49, 50, 51, 2000, 60_000]),
  'braces in braces': (random) => nested(random, '{a: ', '}', [49, 50, 51, 2000, 12_000]),
  'lists in lists': (random) => '- '.repeat(random.pick([49, 50, 51, 30_000])),
  'keys of keys': (random) => '? '.repeat(random.pick([49, 50, 51, 30_000])),
  'mappings in lines': (random) => lines(random.pick([49, 50, 51, 300]), (at) => `${' '.repeat(at)}a:`),
  'anchors without an end': (random) => '&a '.repeat(random.pick([2000, 20_000])),
  'tags without an end': (random) => '!a '.repeat(random.pick([2000, 20_000])),
  'aliases of aliases': () =>
    lines(26, (at) => `a${at}: &a${at} [${at === 0 ? 'x' : `*a${at - 1}, `.repeat(9)}]`),
  commas: (random) => `languages: [${','.repeat(random.pick([2000, 60_000]))}]`,
  colons: (random) => ': '.repeat(random.pick([2000, 29_000])),
  quotes: (random) => `a: ${random.pick(['"', "'"])}${"x'' ".repeat(12_000)}`,
  comments: () => '# \n'.repeat(20_000),
  'empty lines': () => `a: |\n${' \n'.repeat(29_000)}`,
  'unknown keys': (random) => lines(random.pick([100, 6000]), (at) => `key${at}: x`),
  'almost known keys': (random) => lines(random.pick([100, 4000]), (at) => `languag${at}: x`),
  'long keys': (random) => lines(12, () => `${'l'.repeat(random.pick([1000, 4500]))}: x`),
  'the same key': () => lines(7000, () => 'page: x'),
  'strange languages': (random) => `languages: [${many(random.pick([100, 6000]), (at) => `x${at}`)}]`,
  'long languages': () => `languages: [${many(100, (at) => `en-x-${'abcdefgh-'.repeat(50)}a${at}`)}]`,
}

/** Items of a template, for what checks, renders and sanitises. */
const itemShapes: Record<string, (random: Random) => string> = {
  'empty items': () => '  -\n'.repeat(15_000),
  'many items': (random) =>
    lines(random.pick([1000, 1300]), (at) => item({ selector: `a${at}`, type: 'text', payload: 'x' })),
  'items by an alias': (random) => aliased(random, anyText(random)),
  'selectors by an alias': (random) =>
    `  - { selector: &s "${longSelector(random)}", type: text, payload: x }\n${repeated(random, '  - { selector: *s, type: text, payload: x }')}`,
  'selectors in selectors': (random) => {
    const depth = random.pick([20, 199])
    return item({ selector: `${':is('.repeat(depth)}a${')'.repeat(depth)}`, type: 'text', payload: 'x' })
  },
  'one hard text': (random) => item({ type: 'text', payload: anyText(random) }),
  'one hard link': (random) => item({ type: 'href', payload: anyText(random) }),
  'one hard HTML': (random) => item({ type: 'html', payload: anyText(random) }),
  'hard HTML': (random) => lines(3, () => item({ type: 'html', payload: anyText(random) })),
  'a hard task': (random) => item({ type: 'html', write: anyText(random), payload: anyText(random) }),
  'long texts': (random) => lines(3, () => item({ type: 'html', payload: longText(random) })),
  'texts in languages': () =>
    `  - { selector: a, type: text, payload: &t { en: x, ${many(98, (at) => `en-x-l${at}: "{{ language }}"`)} } }\n${'  - { selector: a, type: text, payload: *t }\n'.repeat(900)}`,
}

/** A random template. */
export function anyTemplate(random: Random): HostileTemplate {
  const shapes = random.chance(0.35) ? yamlShapes : itemShapes
  const shape = random.pick(Object.keys(shapes))
  const made = shapes[shape]?.(random) ?? ''
  const yaml = shapes === yamlShapes ? made : `languages: [en, de]\ncontent:\n${made}`
  return { shape, yaml: fitting(yaml) }
}

/** The text, without its last lines if it is too long for a request. */
function fitting(yaml: string): string {
  const fits = mostText / JSON.stringify(yaml).length
  if (fits >= 1) return yaml
  const cut = yaml.slice(0, Math.floor(yaml.length * fits))
  const lastLine = cut.lastIndexOf('\n')
  return lastLine > cut.length / 2 ? cut.slice(0, lastLine + 1) : cut
}

/** A random text of Liquid and HTML. It has no quotation mark and no backslash, so that it fits into YAML as it is. */
export function anyText(random: Random): string {
  return random.pick(textShapes)(random)
}

const textShapes: ((random: Random) => string)[] = [
  (random) => loop(random, random.pick(parts)),
  (random) => loop(random, loop(random, random.pick(parts))),
  (random) => loop(random, random.pick(parts).repeat(random.pick([25, 200, 2000]))),
  (random) => loop(random, `{{ i | ${filters(random, 1)} }}`),
  (random) => `{% tablerow i in (1..${count(random)}) cols: 3 %}${random.pick(parts)}{% endtablerow %}`,
  (random) =>
    `{% assign x = 'ab,' %}${'{% assign x = x | append: x %}'.repeat(random.pick([10, 18, 30]))}{{ x }}`,
  (random) => `${grown(random)}{{ x | ${filters(random, 1 + random.below(4))} }}`,
  (random) => `${grown(random)}${loop(random, `{{ x | ${filters(random, 1)} }}`)}`,
  (random) => `{{ prospect.additional.x | ${filters(random, 1 + random.below(6))} }}`,
  (random) => `{{ prospect.additional.x | ${filters(random, random.pick([100, 700]))} }}`,
  (random) => `{{ prospect.additional.list | ${filters(random, 1 + random.below(4))} }}`,
  (random) => inBlocks(random, 'if true'),
  (random) => inBlocks(random, 'unless false'),
  (random) => inBlocks(random, 'for i in (1..2)'),
  (random) => inBlocks(random, 'capture x'),
  (random) => random.pick(parts).repeat(random.pick([199, 200, 201, 3000])),
  (random) => '{{ language }}'.repeat(random.pick([100, 1300])),
  (random) => `{{ prospect${'.additional'.repeat(random.pick([50, 1500]))} }}`,
  (random) => `{{ language ${'| default: language '.repeat(random.pick([50, 900]))}}}`,
]

const parts = [
  'x',
  'Some words. ',
  '<b>',
  '<p>',
  '<li>',
  '<br>',
  '</b>',
  '<b>x</b>',
  '<p>a<br>',
  '<a href=/x>y</a>',
  '<img src=x>',
  '<i class=a>',
  '<table><tr><td>',
  '<script>',
  '<textarea>',
  '<svg>',
  '<select><option>',
  '<!--',
  '<',
  '&',
  '&amp;',
  '<p title={{ i }}>',
  '{{ i }}',
  '{{ prospect.additional.x }}',
  '{% assign z = i %}',
  '{% cycle 1, 2, 3 %}',
  '{% increment z %}',
  '{% if i > 5 %}x{% else %}y{% endif %}',
]

const filterNames =
  `append: x|prepend: x|replace: 'a', 'bb'|replace: 'a', x|remove: 'a'|split: ''|split: 'a'|join: 'a'|sort|sort_natural|
uniq|reverse|map: 'a'|where: 'a', 1|group_by: 'a'|concat: x|compact|first|last|size|slice: 0, 9999|truncate: 9999|truncatewords: 9999|
strip|strip_html|strip_newlines|newline_to_br|upcase|downcase|capitalize|escape|escape_once|url_encode|url_decode|slugify|json|
date: '%9999Y'|date: '%B'|times: 9999|plus: 9999|default: x|raw|push: x|number_of_words|array_to_sentence_string|normalize_whitespace|
base64_encode|cgi_escape|xml_escape|find: 'a', 1|sum|inspect`
    .split('|')
    .map((name) => name.trim())

function filters(random: Random, length: number): string {
  return Array.from({ length }, () => random.pick(filterNames)).join(' | ')
}

/** Makes `x` long, up to the memory that a text has. */
function grown(random: Random): string {
  return `{% assign x = 'a b,' %}${'{% assign x = x | append: x %}'.repeat(random.pick([8, 12, 16]))}`
}

function count(random: Random): number {
  return random.pick([9, 150, 1200, 8000, 99_999, 2_000_001])
}

function loop(random: Random, body: string): string {
  return `{% for i in (1..${count(random)}) %}${body}{% endfor %}`
}

function inBlocks(random: Random, tag: string): string {
  const depth = random.pick([5, 12, 60, 300])
  const [name] = tag.split(' ')
  return `${`{% ${tag} %}`.repeat(depth)}x${`{% end${name} %}`.repeat(depth)}`
}

function longText(random: Random): string {
  return random
    .pick(parts)
    .repeat(20_000)
    .slice(0, random.pick([19_999, 20_000, 20_001]))
}

function longSelector(random: Random): string {
  return `a${random
    .pick([':is(a)', ':not(b)', '.c', ' > d', ', e', ':nth-child(2n+1)', '[f]'])
    .repeat(500)
    .slice(0, random.pick([500, 990]))}`.replace(/[^\w)\]]+$/, '')
}

/** One text in as many items as there can be, or one more. */
function aliased(random: Random, text: string): string {
  const type = random.pick(['text', 'html', 'href'])
  return `  - { selector: a, type: ${type}, payload: &t "${text}" }\n${repeated(random, `  - { selector: a, type: ${type}, payload: *t }`)}`
}

function repeated(random: Random, line: string): string {
  return `${line}\n`.repeat(random.pick([20, 1000, 1999, 2000]))
}

function item({
  selector = 'a',
  ...fields
}: {
  selector?: string
  type: string
  payload: string
  write?: string
}) {
  const texts = Object.entries(fields).map(([name, text]) => `${name}: "${text}"`)
  return `  - { selector: "${selector}", ${texts.join(', ')} }`
}

function nested(random: Random, open: string, close: string, depths: number[]): string {
  const depth = random.pick(depths)
  return open.repeat(depth) + (random.chance(0.5) ? `1${close.repeat(depth)}` : '')
}

function lines(length: number, line: (at: number) => string): string {
  return Array.from({ length }, (_, at) => line(at)).join('\n')
}

function many(length: number, one: (at: number) => string): string {
  return Array.from({ length }, (_, at) => one(at)).join(', ')
}
