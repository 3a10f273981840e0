import { beforeAll, expect, it } from 'vitest';
import { listTypeKeys } from './list-type-keys.ts';
import { pinLines, readPinned } from './pin-lines.ts';

const publicFiles = [{ file: 'src/index.ts' }, { file: 'src/emulator/emulator.ts' }];

// The one place of these tests that names types within: where they move, these lines move with them.
const recordTypes = [
  { file: 'src/model/state/state-entry.ts', names: ['StateHead', 'StateEntry'] },
  { file: 'src/model/state/lock.ts', names: ['Holder'] },
  { file: 'src/model/state/drift-note.ts', names: ['SeenRecord'] },
  { file: 'src/model/state/drift-log.ts', names: ['DriftRun'] },
];

let publicTypes: readonly string[] = [];
let records: readonly string[] = [];

beforeAll(() => {
  [publicTypes = [], records = []] = listTypeKeys([publicFiles, recordTypes], publicFiles);
});

it('keeps every export, key, kind and code of the public types', async () => {
  expect(publicTypes).toContain('Change[verb=delete].remoteId: string');
  await pinLines('public-types', publicTypes);
});

it('keeps every key and kind of the records of a store', async () => {
  expect(records).toContain('StateEntry[kind=run].record.id: string');
  await pinLines('record-types', records);
});

/** What the store of 0.1.0 cannot have, each with why; what a later version adds is added here. */
const cannotHave: ReadonlyMap<string, string> = new Map([
  ['destroys', 'plans of a destroy are saved since 0.1.0'],
  ['runs', 'single runs of a command came later'],
  ['command = run', 'as runs'],
  ['earlier', 'as runs'],
  ['isOver', 'as runs'],
  ['service = remote', 'a store has one target, and that of this one is the embedded service'],
  ['origin', 'decision 0029: what it kept has none, and gets one when it is read'],
  ['origin = sent', 'as origin'],
  ['origin = read', 'as origin'],
  ['origin = assumed', 'as origin'],
  ['baseline', 'baselines came later; an object without one gets it from the next apply'],
  ['unmanaged', 'as baseline'],
  ['kind = unmanaged', 'as baseline'],
  ['command = accept', 'as baseline'],
  ['accepted', 'as baseline'],
  ['is', 'as baseline'],
  ['leavingSince', 'rows that are leaving came later'],
  ['leaving', 'as leavingSince'],
  ['kind = unknown', 'a mapping of an unknown type was kept as a static value'],
  ['type', 'as kind = unknown'],
  ['lookup', 'as kind = unknown'],
  ['command = rollout', 'revisions of fleets came later'],
  ['rollout', 'as command = rollout'],
  ['kind = revocations', 'sign-in links came later'],
  ['allowOrphans', 'saved plans were not checked for orphaned accounts'],
]);

it('finds each key and each kind of a record in the store of 0.1.0', async () => {
  const kept = [...(await readPinned('store-rows')), ...(await readPinned('state-export'))];
  const had = new Set(kept.flatMap(listParts));
  // Intervals are listed by the field table, a plan is pinned by its own type, and revisions and their decisions came later.
  const records = (await readPinned('record-types')).filter(
    (line) => !/every = |\.decided|\.plan\.|\[kind=(revision|fleet|admission|rollout)/.test(line),
  );
  const missing = records.flatMap(listParts).filter((part) => !had.has(part));
  expect(missing.filter((part) => !cannotHave.has(part))).toEqual([]);
});

/** The keys of a pinned line, and its word: `command` and `command = undo`. */
function listParts(line: string): readonly string[] {
  const [path = '', word] = line.replaceAll(/\[[^\]]*\]|[?"]/g, '').split(/(?<= = )|: /);
  const keys = path.replace(' = ', '').split('.').slice(1);
  const key = keys.at(-1);
  return path.endsWith(' = ') && !/^(true|false)$/.test(word ?? '')
    ? [...keys, `${key} = ${word}`]
    : keys;
}
