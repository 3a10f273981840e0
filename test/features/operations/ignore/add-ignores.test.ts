import { expect, it } from 'vitest';
import {
  addIgnores,
  type IgnoreEntry,
} from '../../../../src/features/operations/ignore/add-ignores.ts';

const entry: IgnoreEntry = {
  path: 'timezone',
  key: 'timezone',
  until: '2027-01-31',
  reason: 'the move is late',
  environments: null,
  changes: null,
};

const text = `spec:
  # What we leave.
  ignore:
    timezone: # they move
      until: 2026-12-31 # the last day
      in: [staging] # first
      reason: they move to Porto
    displayName: {until: 2026-12-31, reason: asked} # theirs
`;

it('gives an entry another day and reason, and keeps all that is said beside', () => {
  expect(addIgnores(text, 0, [entry])).toBe(`spec:
  # What we leave.
  ignore:
    timezone: # they move
      until: "2027-01-31" # the last day
      in: [staging] # first
      reason: the move is late
    displayName: {until: 2026-12-31, reason: asked} # theirs
`);
});

it('adds the environment to those that an entry is about', () => {
  const environments = ['staging', 'prod'];
  expect(addIgnores(text, 0, [{ ...entry, environments }])).toContain(
    'in: [staging, prod] # first\n',
  );
});

it('writes a new entry beside the others', () => {
  const written = addIgnores(text, 0, [{ ...entry, path: 'cycles/news', key: null }]);
  expect(written).toContain('    cycles/news:');
  expect(written?.startsWith(text.trimEnd())).toBe(true);
});
