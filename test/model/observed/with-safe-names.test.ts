import { expect, it } from 'vitest';
import { toHash } from '../../../src/kit/hash.ts';
import { type FieldPath, toFieldPath } from '../../../src/model/address.ts';
import type { PlainValue } from '../../../src/model/fields/field-value.ts';
import { contentLists } from '../../../src/model/observed/contents.ts';
import { makeBaselineContext } from '../../../src/model/observed/make-baseline-context.ts';
import { withSafeNames } from '../../../src/model/observed/with-safe-names.ts';
import { toFingerprint } from '../../../src/model/secret/secret.ts';
import { cycleDiff, makeDiff } from '../../support/values/make-field-diff.ts';

it('shows no secret of a name in the order of steps, also where it begins as another one', () => {
  const [one, other] = ['first-not-a-secret', 'first-not-a-secret second-not-a-secret'];
  const members: readonly (readonly [FieldPath, PlainValue])[] = [
    [contentLists.steps, ['Begin', one, other]],
    [contentLists.edges, [`Begin → ${one}`, `${one} → ${other}`]],
    [toFieldPath('steps', other, 'fields', 'Name'), { kind: 'value', value: 'a' }],
  ];
  const empty = {
    sensitive: new Set<FieldPath>(),
    managed: new Map(),
    connectors: new Map(),
  } as const;
  const cycle = cycleDiff('sync', [], { contents: { ...empty, members: new Map(members) } });
  const diff = makeDiff({
    cycles: [cycle],
    sensitiveTexts: ['first-not-a-secret', 'second-not-a-secret'],
  });
  const print = (text: string) => toFingerprint('k1', toHash(text));
  const { contents } = withSafeNames(cycle, makeBaselineContext(diff, print));
  const shown = JSON.stringify([...(contents?.members ?? [])]);
  expect(shown).not.toContain('not-a-secret');
  expect(shown).toContain('Begin → (hidden name');
});
