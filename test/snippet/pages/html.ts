import { hide, one, type Page } from './page.ts'

export const html: Record<string, Page> = {
  'the content of an element': {
    before: '<p class="lead">Made <b>for</b> all</p>',
    items: [['html', '.lead', 'Made for <i>Ada</i>']],
    after: '<p class="lead">Made for <i>Ada</i></p>',
  },
  'of two items on one target the later, of any type': {
    before: '<h1 class="a">A</h1><h2 class="a">B</h2>',
    items: [
      ['html', '.a', '<i>first</i>'],
      ['text', 'h1', 'second'],
      ['html', 'h2', '<b>third</b>'],
    ],
    after: '<h1 class="a">second</h1><h2 class="a"><b>third</b></h2>',
    report: { applied: [1, 2] },
  },
  'what is in the new content can be a target': {
    before: '<div>Old</div>',
    items: [
      ['html', 'div', '<p>Made for <b>you</b></p>'],
      ['text', 'div b', 'Ada'],
    ],
    after: '<div><p>Made for <b>Ada</b></p></div>',
  },
  'content that matches its own selector is put in once': {
    before: '<main><p>Old</p></main>',
    items: [['html', 'main p, main b', 'New <b>one</b>']],
    after: '<main><p>New <b>one</b></p></main>',
  },
  'what the page renders over is replaced again': {
    before: '<div><i>Old</i></div>',
    items: [['html', 'div', '<b>New</b>']],
    act: () => {
      one('div').innerHTML = '<u>Older</u>'
    },
    after: '<div><b>New</b></div>',
    afterStop: '<div><u>Older</u></div>',
  },
  'a copy of it is given back, too': {
    before: '<ul><li class="q"><i>Old</i></li></ul>',
    items: [['html', '.q', '<b>New</b>']],
    act: () => one('ul').append(one('.q').cloneNode(true)),
    after: '<ul><li class="q"><b>New</b></li><li class="q"><b>New</b></li></ul>',
    afterStop: '<ul><li class="q"><i>Old</i></li><li class="q"><i>Old</i></li></ul>',
  },
  'of which nothing is left is refused': {
    before: '<div>Old <b>one</b></div>',
    items: [['html', 'div', '']],
    after: '<div>Old <b>one</b></div>',
    report: { applied: [], refused: [0] },
  },
  'no field, option or script takes it': {
    before: '<textarea>Own</textarea><select><option>Own</option></select><iframe></iframe>',
    items: [
      ['html', 'textarea', '<b>x</b>'],
      ['html', 'option', '<b>x</b>'],
      ['html', 'iframe', '<b>x</b>'],
    ],
    after: '<textarea>Own</textarea><select><option>Own</option></select><iframe></iframe>',
    report: { applied: [], refused: [0, 1, 2] },
  },
}

/** The same in a page that a framework has made: it adds properties to its nodes. */
export const rendered: Record<string, Page> = {
  'the framework’s own nodes stay, hidden': {
    before: '<div><i>Old</i> words</div>',
    items: [['html', 'div', '<b>New</b>']],
    after: `<div><i ${hide}>Old</i><b>New</b></div>`,
    afterStop: '<div><i>Old</i> words</div>',
  },
  'and may be removed by it': {
    before: '<div><i>Old</i><u>Older</u></div>',
    items: [['html', 'div', '<b>New</b>']],
    act: () => one('div').removeChild(one('u')),
    after: `<div><i ${hide}>Old</i><b>New</b></div>`,
    afterStop: '<div><i>Old</i></div>',
  },
}
