import { makeBad, makeGood, type Sample } from './sample.ts';

const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');

/** Samples of the rules about folders and about what is counted. */
export const measuredSamples: readonly Sample[] = [
  { rule: 'folder-entries', files: makeFiles('src/kit/text', 16), at: ['src/kit/text:1'] },
  { rule: 'folder-entries', files: makeFiles('test/engine/plan', 16), at: ['test/engine/plan:1'] },
  { rule: 'folder-entries', files: makeFiles('src/kit/text', 15), at: [] },
  { rule: 'folder-entries', files: makeFiles('src/engine', 16), at: [] },
  { rule: 'folder-entries', files: makeFiles('test/golden/plan', 16), at: [] },
  { rule: 'folder-entries', files: makeFiles('docs/decisions', 16), at: [] },

  makeFolder('folder-depth', 'src/features/operations/state/settle/note', 1),
  { rule: 'folder-depth', files: makeFiles('src/features/operations/state/settle', 3), at: [] },
  { rule: 'folder-depth', files: makeFiles('test/golden/a/b/c/d', 3), at: [] },

  makeFolder('folders-of-three', 'src/kit', 2),
  {
    rule: 'folders-of-three',
    files: { ...makeFiles('src/store', 2), ...makeFiles('src/store/sqlite', 3) },
    at: ['src/store/sqlite:1'],
  },
  {
    rule: 'folders-of-three',
    files: { ...makeFiles('src/store', 2), ...makeFiles('src/store/sqlite', 2) },
    at: [],
  },
  { rule: 'folders-of-three', files: makeFiles('test/kit/text', 1), at: [] },

  {
    rule: 'small-files',
    files: {
      'src/kit/a.ts': "import { b } from './b.ts';\nimport { c } from './c.ts';",
      'src/kit/b.ts': 'export const b = 1;',
      'src/kit/c.ts': `export const c = 1;\n${'c;\n'.repeat(20)}`,
    },
    at: ['src/kit/b.ts:1'],
  },
  {
    rule: 'small-files',
    files: {
      'src/kit/a.ts': "import { b } from './b.ts';",
      'src/kit/b.ts': 'export const b = 1;',
      'src/kit/c.ts': "import { b } from './b.ts';",
      'src/cli/add.ts': "await import('../features/sync/plan-command.ts');",
      'src/features/sync/plan-command.ts': 'export const d = 1;',
      'src/engine/validate/rules/rules.ts': "import { e } from './e.ts';",
      'src/engine/validate/rules/e.ts': 'export const e = 1;',
    },
    at: [],
  },

  makeBad('field-words-in-texts', 'src/kit/a.ts', {
    1: "const a = 'Nobody looked.';",
    2: 'const b = `is not remembered`;',
    3: "const d = 'What is there is shown.';",
  }),
  makeGood(
    'field-words-in-texts',
    'src/kit/a.ts',
    "const told = ['nobody', 'Shows what is there.'];",
  ),

  makeBad('field-words-in-comments', 'src/kit/a.ts', {
    1: '// Begins anew.',
    3: '/** Whether it is. */',
  }),
  makeGood('field-words-in-comments', 'src/kit/a.ts', '// Starts again.'),

  {
    rule: 'field-words-in-pages',
    files: { 'docs/a.md': '# A\n\nWhat is live is read.' },
    at: ['docs/a.md:3'],
  },
  {
    rule: 'field-words-in-pages',
    files: { 'docs/a.md': '# A\n\nAdd --foreign; read plan-seal.' },
    at: [],
  },
  { rule: 'field-words-in-pages', files: { 'docs/glossary.md': 'not: foreign' }, at: [] },

  makeBad('known-first-words', 'src/kit/a.ts', {
    1: 'export function wrangleText() {}',
    3: 'export const twistText = () => 1;',
  }),
  makeGood(
    'known-first-words',
    'src/kit/a.ts',
    `export function listText() {} export const findText = () => 1, wrangled = 1;
     function wrangleText() {}`,
  ),
  makeGood('known-first-words', 'test/kit/a.ts', 'export function wrangleText() {}'),

  makeBad('short-comments', 'src/kit/a.ts', {
    1: `/** ${words(36)} */`,
    3: `// ${words(20)}\n// ${words(16)}`,
  }),
  makeGood(
    'short-comments',
    'src/kit/a.ts',
    `/** ${words(35)} */\n\n// ${words(20)}\nconst a = 1;\n// ${words(20)}`,
  ),
  makeGood('short-comments', 'test/kit/a.ts', `/** ${words(36)} */`),

  makeBad('comment-openings', 'src/kit/a.ts', {
    1: '/** What a text has. */',
    2: '// Whether it is long.',
    4: '/** That it is. */',
    6: '// Of a text.',
  }),
  makeGood(
    'comment-openings',
    'src/kit/a.ts',
    '/** Reads what a text has. */\n\n// Offers it.\n// What follows is one with the line before.',
  ),
];

function makeFolder(rule: string, folder: string, count: number): Sample {
  return { rule, files: makeFiles(folder, count), at: [`${folder}:1`] };
}

function makeFiles(folder: string, count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${folder}/a${index}.ts`, 'export {};']),
  );
}
