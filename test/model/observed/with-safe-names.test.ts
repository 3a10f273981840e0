import { expect, it } from 'vitest';
import { listUnmanaged } from '../../../src/engine/diff/list-unmanaged.ts';
import { toBaseline } from '../../../src/engine/verify/to-baseline.ts';
import { toHash } from '../../../src/kit/hash.ts';
import { type FieldPath, toFieldPath } from '../../../src/model/address.ts';
import type { PlainValue } from '../../../src/model/fields/field-value.ts';
import type { Baseline } from '../../../src/model/observed/baseline.ts';
import { contentLists } from '../../../src/model/observed/contents.ts';
import { makeBaselineContext } from '../../../src/model/observed/make-baseline-context.ts';
import { defaultPolicy } from '../../../src/model/observed/unmanaged.ts';
import { withSafeNames } from '../../../src/model/observed/with-safe-names.ts';
import { toFingerprint } from '../../../src/model/secret/secret.ts';
import {
  cycleDiff,
  makeAccountState,
  makeDiff,
  makeRecord,
} from '../../support/values/make-field-diff.ts';

const print = (text: string) => toFingerprint('k1', toHash(text));
const empty = {
  sensitive: new Set<FieldPath>(),
  managed: new Map(),
  connectors: new Map(),
} as const;

it('shows no secret of a name in the order of steps, also where it begins as another one', () => {
  const [one, other] = ['first-not-a-secret', 'first-not-a-secret second-not-a-secret'];
  const members: readonly (readonly [FieldPath, PlainValue])[] = [
    [contentLists.steps, ['Begin', one, other]],
    [contentLists.edges, [`Begin → ${one}`, `${one} → ${other}`]],
    [toFieldPath('steps', other, 'fields', 'Name'), { kind: 'value', value: 'a' }],
  ];
  const cycle = cycleDiff('sync', [], { contents: { ...empty, members: new Map(members) } });
  const diff = makeDiff({
    cycles: [cycle],
    sensitiveTexts: ['first-not-a-secret', 'second-not-a-secret'],
  });
  const { contents } = withSafeNames(cycle, makeBaselineContext(diff, print));
  const shown = JSON.stringify([...(contents?.members ?? [])]);
  expect(shown).not.toContain('not-a-secret');
  expect(shown).toContain('Begin → (hidden name');
});

const path = toFieldPath('variables', 'Größe');

/** A cycle whose variable has the text of a sensitive parameter as its name, and had a secret of ours. */
function makeNamed(
  value: string,
  known: { sensitiveTexts: readonly string[]; baseline?: Baseline },
) {
  const { sensitiveTexts, ...earlier } = known;
  const members: readonly (readonly [FieldPath, PlainValue])[] = [
    [contentLists.steps, []],
    [contentLists.edges, []],
    [contentLists.variables, ['Größe']],
    [path, value],
  ];
  const cycle = cycleDiff('sync', [], { contents: { ...empty, members: new Map(members) } });
  const record = {
    ...makeRecord({ ...cycle.desired.bound.desired, kind: 'cycle' }, { remoteId: 'live-sync' }),
    ...earlier,
    secretPlaces: [path],
  };
  const cycles = [{ ...cycle, record }];
  const diff = makeDiff({ cycles, sensitiveTexts, state: makeAccountState({ objects: [record] }) });
  const context = makeBaselineContext(diff, print);
  return {
    baseline: toBaseline(cycles[0] ?? cycle, undefined, context).baseline ?? {},
    unmanaged: listUnmanaged(diff, defaultPolicy, context).unmanaged,
  };
}

it('stores a value that had a secret of ours as a fingerprint, also under a hidden name', () => {
  const { baseline } = makeNamed('a-former-not-a-secret', { sensitiveTexts: ['Größe'] });
  const variable = Object.entries(baseline).find(([member]) => member.startsWith('variables/'));
  expect(variable).toEqual([
    expect.stringMatching(/^variables\/\(hidden name \w+\)$/),
    { kind: 'secret', read: expect.stringMatching(/^k1:/) },
  ]);
  expect(JSON.stringify(baseline)).not.toMatch(/Größe|not-a-secret/);
  // An earlier version stored it in clear.
  const [member = ''] = variable ?? [];
  const clear = {
    ...baseline,
    [member]: { kind: 'plain', value: 'a-former-not-a-secret' },
  } as const;
  const healed = makeNamed('a-former-not-a-secret', { sensitiveTexts: [], baseline: clear });
  expect(healed.baseline).toEqual(baseline);
});

it('keeps a name hidden that the baseline hides, so that a later secret makes no change of it', () => {
  const { baseline } = makeNamed('emea', { sensitiveTexts: ['Größe'] });
  const later = { sensitiveTexts: ['another-not-a-secret'], baseline };
  expect(makeNamed('emea', later).unmanaged).toBeUndefined();
  expect(makeNamed('apac', later).unmanaged).toMatchObject([
    { path: expect.stringMatching(/^variables\/\(hidden name/), is: { kind: 'secret' } },
  ]);
});
