import { describe, expect, it } from 'vitest';
import { formatSpan } from '../../../src/model/source-span.ts';
import { fleet, indexTexts } from './fleet-texts.ts';

/** Lists the mistakes of a fleet with this wave, which is in line 13. */
async function listMistakes(wave: string) {
  const rollout = `${fleet}  rollout:\n    waves:\n      - ${wave}\n`;
  const { index } = await indexTexts({ 'fleets/customers.yaml': rollout });
  return index.diagnostics.map(({ at, code, summary, remedy }) => [
    at === undefined ? '' : formatSpan(at),
    code,
    summary,
    remedy,
  ]);
}

describe('a wave', () => {
  it.each([
    '{name: a, select: account=north*}',
    '{name: a, count: 1}',
    '{name: a, percent: 0.5}',
    '{name: a, select: "label=region=eu,!account=north-1"}',
  ])('has accounts in one way: %s', async (wave) => {
    expect(await listMistakes(wave)).toEqual([]);
  });

  it('names its accounts in one way, not in two', async () => {
    expect(await listMistakes('{name: a, select: account=north*, percent: 10}')).toEqual([
      [
        'fleets/customers.yaml:13:43',
        'unknown-key',
        'The key percent cannot be combined with select',
        'Keep one of them.',
      ],
    ]);
    expect(await listMistakes('{name: a, count: 3, percent: 10}')).toEqual([
      expect.arrayContaining(['The key percent cannot be combined with count']),
    ]);
  });

  it('names its accounts', async () => {
    expect(await listMistakes('{name: a}')).toEqual([
      [
        'fleets/customers.yaml:13:9',
        'missing-key',
        'Entry 1 of waves: one of the keys select, count or percent is missing',
        'Add one of them.',
      ],
    ]);
    expect(await listMistakes('{name: a, percant: 10}')).toEqual([
      [
        'fleets/customers.yaml:13:19',
        'unknown-key',
        expect.stringMatching(/^Unknown key "percant"/),
        expect.stringMatching(/^Did you mean percent\?/),
      ],
    ]);
  });

  it('has a value that the schema of fleets describes', async () => {
    expect(await listMistakes('{name: a, count: 0}')).toEqual([
      [
        'fleets/customers.yaml:13:26',
        'wrong-value',
        'count is 0; it must be at least 1',
        'Correct the value; run cyclectl schema fleet for the description of the key.',
      ],
    ]);
  });

  it('selects accounts by their names and labels alone', async () => {
    expect(await listMistakes('{name: a, select: "lable=x, account=n*,cycle=contacts"}')).toEqual([
      [
        'fleets/customers.yaml:13:27',
        'selection-invalid',
        'The wave a cannot select "lable=x" and "cycle=contacts"',
        expect.stringContaining('Write account=NAME or label=NAME=VALUE'),
      ],
    ]);
  });

  it.each([
    ['label=regoin=eu', 'Nearest names: "region".'],
    ['label=region=ue', 'Values of the label region. Existing names: "eu", "us".'],
    ['account=nort-1', 'Nearest names: "north-1", "north-2", "north-3".'],
    ['"label=region=us,account=north-2"', expect.stringContaining('one account must all meet')],
  ])('takes an account of its fleet, which %s does not', async (select, remedy) => {
    expect(await listMistakes(`{name: a, select: ${select}}`)).toEqual([
      [
        'fleets/customers.yaml:13:27',
        'selection-empty',
        `The wave a selects ${select.replaceAll('"', '')}, which matches no account of the fleet customers`,
        remedy,
      ],
    ]);
  });
});
