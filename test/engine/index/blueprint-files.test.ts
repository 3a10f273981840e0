import { describe, expect, it } from 'vitest';
import { blueprint, indexTexts, listMistakes, render } from './fleet-texts.ts';

describe('an account with a file that uses a blueprint', () => {
  const account = `apiVersion: cyclectl/v1
kind: Account
metadata: {name: south-1, labels: {region: eu}}
spec:
  id: s-1
  blueprint: {use: sync, inputs: {interval: 1h, folder: /s}}
  displayName: South
  cycles:
    contacts: {schedule: {every: 1d}}
`;
  const withAccount = (text: string) => ({ 'accounts/south-1.yaml': text });

  it('has what its file sets, over the blueprint and its environment', async () => {
    const { written } = await render('south-1', 'staging', withAccount(account));
    expect(written.spec).toMatchObject({
      displayName: 'South',
      timezone: 'Europe/Paris',
      connectors: {
        crm: { auth: { apiKey: { env: 'KEY_SOUTH_1' } }, properties: { folder: '/s' } },
      },
      cycles: {
        contacts: { from: { template: 'Contacts' }, state: 'paused', schedule: { every: '1d' } },
      },
    });
    expect(written.spec).not.toHaveProperty('retention');
  });

  it('has no connector and no cycle that is null in its file, with a blueprint and without one', async () => {
    const none = account.replace('    contacts: {schedule: {every: 1d}}', '    contacts: null');
    const uses = await render('south-1', 'prod', withAccount(none));
    expect(uses.written.spec.cycles).toEqual({});
    const alone = none
      .replace(/ {2}blueprint: .*\n/, '')
      .replace('contacts: null', 'other: null\n    contacts: {from: {template: Contacts}}');
    const without = await render('south-1', 'prod', withAccount(alone));
    expect(without.written.spec.cycles).toEqual({ contacts: { from: { template: 'Contacts' } } });
  });

  it('is read again by its own text, and renders the same', async () => {
    const padded = withAccount(`${account}# ${'x'.repeat(2 ** 20)}`.slice(0, 2 ** 20));
    const { index } = await indexTexts({
      ...padded,
      'accounts/z.yaml': account.replaceAll('south-1', 'south-2').replace('s-1', 's-2'),
    });
    const dropped = index.accounts.find(({ key }) => key === 'south-2');
    expect(dropped).toMatchObject({ document: null, layering: { fleet: null } });
  });

  it.each([
    [
      'an unknown blueprint',
      account.replace('use: sync', 'use: snyc'),
      'blueprint-unknown accounts/south-1.yaml:6:20 The project has no valid blueprint snyc',
    ],
    [
      'an unknown input',
      account.replace('folder:', 'fodler:'),
      'input-unknown accounts/south-1.yaml:6:49 The blueprint sync has no input fodler',
    ],
    [
      'a wrong value',
      account.replace('interval: 1h', 'interval: 2h'),
      'input-value accounts/south-1.yaml:6:45 The input interval cannot be "2h"',
    ],
    [
      'a secret',
      account.replace('folder: /s', 'key: text'),
      'secret-literal accounts/south-1.yaml:6:54 The input key cannot be a secret or a reference to one',
    ],
    [
      'an unknown key of use',
      account.replace('use: sync,', 'use: sync, pin: 2,'),
      'unknown-key accounts/south-1.yaml:6:26 Unknown key "pin" in blueprint',
    ],
    [
      'a cycle that no layer gives an origin',
      `${account}    other: {state: active}\n`,
      'missing-key accounts/south-1.yaml:10:5 The key from is missing in cycles.other',
    ],
    [
      'the name of a row',
      account.replace('name: south-1', 'name: north-1'),
      'duplicate-account fleets/customers.csv:2:1 The account north-1 has two manifests',
    ],
  ])('is refused with %s', async (_, text, expected) => {
    expect(await listMistakes(withAccount(text))).toEqual([expected]);
  });

  it('has a missing input reported where its inputs are, or its blueprint', async () => {
    const required = blueprint.replace('required: false', 'title: Folder');
    const lacks = account.replace(', folder: /s', '');
    for (const [text, place] of [
      [lacks, '6:26'],
      [lacks.replace(', inputs: {interval: 1h}', ''), '6:20'],
    ] as const) {
      const texts = { ...withAccount(text), 'blueprints/sync.yaml': required };
      expect(await listMistakes(texts)).toContain(
        `input-missing accounts/south-1.yaml:${place} The account has no value for the input folder of sync`,
      );
    }
  });

  it('needs the keys that no blueprint gives, where it uses none', async () => {
    const plain = account.replace(/ {2}blueprint.*\n/, '');
    expect(await listMistakes(withAccount(plain))).toContain(
      'missing-key accounts/south-1.yaml:8:5 The key from is missing in cycles.contacts',
    );
  });

  it('does without an entry of the blueprint that it sets to null', async () => {
    const without = account.replace('contacts: {schedule: {every: 1d}}', 'contacts: null');
    const { written } = await render('south-1', 'prod', withAccount(without));
    expect(written.spec.cycles).toEqual({});
  });
});
