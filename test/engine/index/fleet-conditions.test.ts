import { describe, expect, it } from 'vitest';
import { blueprint, listMistakes, render } from './fleet-texts.ts';

describe('a part of a blueprint with a condition', () => {
  const withCondition = (condition: string) => ({
    'blueprints/sync.yaml': blueprint.replace(
      'from: {template: Contacts}',
      `when: ${JSON.stringify(condition)}\n      from: {template: Contacts}`,
    ),
  });

  it.each([
    ['inputs.interval == "1h"', 'north-1', true],
    ['inputs.interval == "1h"', 'north-3', false],
    ['account.labels.region in ["eu", "ch"]', 'north-3', true],
    ['account.name == "north-1"', 'north-3', false],
    ['has(inputs.folder) && inputs.folder.startsWith("/a")', 'north-1', true],
    ['has(inputs.folder)', 'north-3', false],
    ['vars.zone == "Europe/Berlin"', 'north-1', true],
  ])('is in the accounts for which it is true: %s of %s', async (condition, account, isThere) => {
    const { written } = await render(account, 'prod', withCondition(condition));
    expect(Object.keys(written.spec.cycles ?? {})).toEqual(isThere ? ['contacts'] : []);
    expect(written.spec.cycles?.contacts ?? {}).not.toHaveProperty('when');
  });

  it.each([
    ['inputs.bogus == "x"', 'No such key: bogus'],
    ['inputs.interval == 1', 'no such overload: string == int'],
    ['inputs.interval', 'its value is of type string, not bool'],
    ['inputs.interval ==', 'Unexpected token: EOF'],
    ['account.name.matches("(a+)+b")', 'matches is not available'],
    ['[1].all(x, [2].exists(y, x == y))', 'exists is inside another macro'],
  ])('is refused at its line: %s', async (condition, reason) => {
    const [first] = await listMistakes(withCondition(condition));
    expect(first).toMatch(/^condition blueprints\/sync\.yaml:17:13 The condition .* is refused: /);
    expect(first?.endsWith(`is refused: ${reason}`)).toBe(true);
  });

  it('is refused for accounts without the label that it reads', async () => {
    expect(await listMistakes(withCondition('account.labels.tier == "x"'))).toEqual([
      'condition blueprints/sync.yaml:17:13 The condition has no value for this account: No such key: tier (in 2 rows)',
    ]);
  });

  it('is refused once for all files that it has no value for', async () => {
    const files = ['s-1', 's-2', 's-3'].map((name) => [
      `accounts/${name}.yaml`,
      `{apiVersion: cyclectl/v1, kind: Account, metadata: {name: ${name}}, spec: {id: ${name}, blueprint: {use: sync}}}`,
    ]);
    const changed = withCondition('account.labels.region == "eu"');
    expect(await listMistakes({ ...changed, ...Object.fromEntries(files) })).toEqual([
      'condition blueprints/sync.yaml:17:13 The condition has no value for this account: No such key: region (in 3 accounts)',
    ]);
  });
});
