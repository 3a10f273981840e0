import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readPlace } from '../test/tidy/layers.ts';
import { listCircles } from '../test/tidy/list-circles.ts';
import { ratchet } from '../test/tidy/ratchet.ts';
import { readCheckout } from '../test/tidy/read-checkout.ts';
import { type Checkout, formatFinding } from '../test/tidy/rule.ts';
import {
  commentOpenings,
  listComments,
  listExportedFunctions,
  readFirstWord,
  shortComments,
} from '../test/tidy/rules/counted.ts';
import { listFolders } from '../test/tidy/rules/folders.ts';
import { rules } from '../test/tidy/rules.ts';

// How large the source is, and how often the rules are broken that only a ratchet holds.
//   npm run measure                   the table
//   npm run measure -- --list RULE    each place where a rule is broken
//   npm run measure -- --write        lowers the ratchet to what is there

/** One row of the table. */
export type Measure = { readonly what: string; readonly now: string; readonly target: string };

/** Ideas that few files outside their own folders should know of, with the largest number of files. */
const ideas = [
  {
    what: 'replaced cycles',
    words: /deposed|cutover|toReplacement/i,
    own: /\/running\/|\/match\//,
    most: 15,
  },
  {
    what: 'single runs',
    // A request that is never repeated is sent once, too.
    words: /single.?run|(?:kind: |kind === |case )'once'|runOnce/i,
    own: /operations\/run\/|\/once\//,
    most: 12,
  },
  // `undone` is the status of a write that was rolled back.
  { what: 'an undo', words: /undo(?!ne)|not-?undone/i, own: /operations\/undo\//, most: 12 },
  { what: 'a revert', words: /revert/i, own: /operations\/revert\//, most: 12 },
];

/** Table of present and wanted values. */
export function measureSource({ sources, files }: Checkout): readonly Measure[] {
  const all = files.filter(({ path }) => path.startsWith('src/') && path.endsWith('.ts'));
  const countLines = (prefix: string, without = '-') => {
    const own = all.filter(({ path }) => path.startsWith(prefix) && !path.startsWith(without));
    const lines = own.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
    return `${lines.toLocaleString('en')} / ${own.length}`;
  };
  const folders = [...listFolders(all.map(({ path }) => path))].flatMap(([path, { size }]) =>
    path === 'src/engine' ? [] : [size],
  );
  const mean = folders.reduce((sum, size) => sum + size, 0) / folders.length;
  const source = sources.filter(({ path }) => readPlace(path) !== undefined);
  const verbs = new Set(
    source.flatMap((each) => listExportedFunctions(each).map(({ name }) => readFirstWord(name))),
  );
  const checkout = { sources: source, files: [] };
  const [long, openings] = [shortComments.check(checkout), commentOpenings.check(checkout)];
  const what = openings.filter(({ wrong }) => wrong.endsWith('What'));
  const comments = source.reduce((sum, each) => sum + listComments(each).length, 0);
  const short = all.filter(({ text }) => text.split('\n').length - 1 <= 20);
  const client = all.filter(({ path }) => !/emulator|generated/.test(path));
  return [
    {
      what: 'src lines / files, emulator apart',
      now: countLines('src/', 'src/emulator/'),
      target: '69,000 / 830',
    },
    { what: 'engine lines / files', now: countLines('src/engine/'), target: '18,500 / 240' },
    {
      what: 'entries in a folder (src/engine apart), most / mean',
      now: `${Math.max(...folders)} / ${mean.toFixed(1)}`,
      target: '15 / 8',
    },
    { what: 'files of 20 lines or fewer', now: String(short.length), target: '50' },
    {
      what: 'first words of exported functions',
      now: String(verbs.size),
      target: '60',
    },
    {
      what: 'comments of more than 35 words / in all',
      now: `${long.length} / ${comments.toLocaleString('en')}`,
      target: '60',
    },
    {
      what: 'comments that begin with What / That, Whether, Of too',
      now: `${what.length} / ${openings.length}`,
      target: '60 / 60',
    },
    {
      what: 'import circles, types included',
      now: String(listCircles(source).length),
      target: '0',
    },
    ...ideas.map(({ what, words, own, most }) => ({
      what: `files that know of ${what}, own folders apart`,
      now: String(client.filter(({ path, text }) => !own.test(path) && words.test(text)).length),
      target: String(most),
    })),
  ];
}

/** The table as text. */
export function renderMeasures(measures: readonly Measure[]): string {
  const rows = [{ what: '', now: 'now', target: 'target' }, ...measures];
  const width = (key: keyof Measure) => Math.max(...rows.map((row) => row[key].length));
  return rows
    .map(({ what, now, target }) =>
      [what.padEnd(width('what')), now.padStart(width('now')), target.padStart(width('target'))]
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { list: { type: 'string' }, write: { type: 'boolean', default: false } },
  });
  const { checkout } = await readCheckout();
  if (values.list !== undefined) {
    const findings = rules.find(({ name }) => name === values.list)?.check(checkout) ?? [];
    process.stdout.write(`${findings.map(formatFinding).join('\n')}\n`);
    return;
  }
  process.stdout.write(`${renderMeasures(measureSource(checkout))}\n`);
  if (values.write) await lowerRatchet(checkout);
}

async function lowerRatchet(checkout: Checkout): Promise<void> {
  const path = fileURLToPath(new URL('../test/tidy/ratchet.ts', import.meta.url));
  let text = await readFile(path, 'utf8');
  for (const [name, count] of Object.entries(ratchet)) {
    const found = rules.find((rule) => rule.name === name)?.check(checkout).length ?? 0;
    if (found > count) {
      process.stderr.write(`${name} is broken ${found} times, and ${count} are counted.\n`);
      process.exitCode = 1;
    } else text = text.replace(`'${name}': ${count},`, `'${name}': ${found},`);
  }
  await writeFile(path, text);
}

if (import.meta.main) await main();
