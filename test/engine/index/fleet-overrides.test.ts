import { describe, expect, it } from 'vitest';
import { fleet, listMistakes } from './fleet-texts.ts';

describe('a mistake of overrides', () => {
  it.each([
    [
      'set nor pin',
      '',
      'missing-key fleets/customers.yaml:11:7 The override of north-3 has neither set nor pin',
    ],
    [
      'a date of its pin',
      'pin: {revision: "8c1f02ab", reason: own, owner: it}',
      'missing-key fleets/customers.yaml:11:26 The key until is missing in overrides.1.pin',
    ],
    [
      'an owner beside its settings',
      'reason: own, set: {timezone: UTC}',
      'missing-key fleets/customers.yaml:11:7 The key owner is missing in overrides.1',
    ],
    [
      'settings beside its reason',
      'reason: own, pin: {revision: "8c1f02ab", reason: own, owner: it, until: 2999-12-31}',
      'missing-key fleets/customers.yaml:11:7 The key set is missing in overrides.1',
    ],
  ])('is an override without %s', async (_, keys, expected) => {
    const more = `${fleet}    - {account: north-3, ${keys}}\n`;
    expect(await listMistakes({ 'fleets/customers.yaml': more })).toEqual([expected]);
  });

  it('is a pin for an environment that the project does not have', async () => {
    const pin =
      'pin: {revision: "8c1f02ab", reason: own, owner: it, until: 2999-12-31, environment: stagin}';
    const more = `${fleet}    - {account: north-3, ${pin}}\n`;
    expect(await listMistakes({ 'fleets/customers.yaml': more })).toEqual([
      'unknown-environment fleets/customers.yaml:11:110 The project has no environment stagin',
    ]);
  });

  it('is a pin of an account that no table has, which stops nothing', async () => {
    const pin = 'pin: {revision: "8c1f02ab", reason: own, owner: it, until: 2999-12-31}';
    const more = `${fleet}    - {account: north-9, ${pin}}\n`;
    expect(await listMistakes({ 'fleets/customers.yaml': more })).toEqual([
      'override-unused fleets/customers.yaml:11:17 The override of north-9 changes nothing: no table has this account',
    ]);
  });
});
