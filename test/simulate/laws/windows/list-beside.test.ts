import { expect, it } from 'vitest';
import type { RequestRecord } from '../../../../src/emulator/http/request-log.ts';
import { closeAfterFile } from '../../../support/opened.ts';
import { nameTemplate, openReplacing, replaced } from '../../../worlds/cases/replace.ts';
import { applyAll } from '../../../worlds/quickstart.ts';
import { listBeside } from './list-beside.ts';

const fixture = await openReplacing();
closeAfterFile(() => fixture.close());
const before = fixture.emulator.control.dump().accounts;
const since = fixture.emulator.requests().length;
nameTemplate(fixture, replaced.after);
await applyAll(fixture);
const after = fixture.emulator.control.dump().accounts;
const records = fixture.emulator.requests().slice(since);

const verbs = (list: readonly RequestRecord[]) =>
  list.flatMap(({ path }) => /\/((?:de)?activate)$/.exec(path)?.[1] ?? []);

const startedFirst = records.toSorted(
  (a, b) => Number(b.path.endsWith('/activate')) - Number(a.path.endsWith('/activate')),
);

function judge(list: readonly RequestRecord[]): readonly string[] {
  return listBeside({ before, after, records: list }, new Set());
}

it('a replacement that starts after its predecessor stopped never runs beside it', () => {
  expect(verbs(records)).toEqual(['deactivate', 'activate']);
  expect(judge(records)).toEqual([]);
});

it('a replacement that starts first runs beside it for a moment', () => {
  expect(judge(startedFirst)).toEqual([expect.stringMatching(/ starts beside .* cyclectl:/)]);
});

it('a start that perhaps never happened is none', () => {
  const unsure = startedFirst.map((each) => ({ ...each, fault: 'drop-before' }));
  expect(judge(unsure)).toEqual([]);
});
