import { describe, expect, it } from 'vitest';
import type { WholeAccount } from '../../../../../src/model/live/reading.ts';
import {
  liveAccount,
  liveConnector,
  liveCycle,
  liveMapping,
  liveStep,
  shapeOf,
  target,
} from '../../../../support/values/make-live.ts';
import { cycleOf, describeWhole, fingerprint, sync } from '../describe-whole.ts';

describe('A secret that was copied elsewhere', () => {
  const marked = 'marked-not-a-secret';
  const credential = 'Qx7-blue-horse-battery';
  const whole = (text: string): Partial<WholeAccount> => ({
    account: liveAccount({ description: `For ${text}.` }),
    connectors: [
      liveConnector('1', {
        authFingerprint: fingerprint(credential),
        description: `key=${text}`,
        properties: [
          { id: '1', name: 'region', value: `r ${text}` },
          { id: '2', name: 'ClientSecret', value: marked },
        ],
      }),
    ],
    cycles: [
      cycleOf(
        { live: liveCycle('c1', { description: text, tags: ['one', text, 'cyclectl:old'] }) },
        [liveMapping('StaticValue', { targetId: '1', value: `a=${text};b` })],
      ),
    ],
  });

  it.each([
    marked,
    credential,
    'glpat-0123456789abcdefghij',
    'https://me:word@example.com/',
    'password=hunter2hunter2',
  ])('is a reference, or left out with a word: %s', (text) => {
    const described = describeWhole(whole(text));
    expect(JSON.stringify(described)).not.toContain(text);
    const { connectors, cycles, description } = described.spec;
    expect([description, connectors?.crm?.description]).toEqual([undefined, undefined]);
    expect(connectors?.crm?.properties?.region).toEqual({ env: 'NORTHWIND_CRM_REGION' });
    expect(cycles?.old).not.toHaveProperty('tags');
    expect(cycles?.old?.steps?.Save?.fields?.Status).toHaveProperty('env');
    expect(described.said.filter((each) => /possible secret/.test(each))).toEqual([
      '"description": it contains a possible secret',
      '"description": it contains a possible secret',
      '"description": it contains a possible secret',
      '"tags": it contains a possible secret',
    ]);
  });

  it.each([marked, credential])('is no key and no name: %s', (text) => {
    const described = describeWhole({
      connectors: [...(whole('').connectors ?? []), liveConnector('2', { name: `CRM ${text}` })],
      cycles: [
        cycleOf({ live: liveCycle('c2', { name: text }) }),
        cycleOf({
          live: liveCycle('c3', { name: 'Gone', templateId: 'none' }),
          template: { ...sync, name: text },
        }),
      ],
    });
    expect(JSON.stringify(described)).not.toContain(text);
    expect(JSON.stringify(described)).not.toContain(text.toLowerCase());
    expect(described.said.slice(0, 2)).toEqual([
      'a connector has a name that may be a secret',
      'a cycle has a name that may be a secret',
    ]);
    expect(Object.keys(described.spec.connectors ?? {})).toEqual(['crm']);
  });

  it('takes the steps of a cycle with it where it is the name of one', () => {
    const save = liveStep('s2', { name: `Save ${marked}`, fields: [target('1', 'Status')] });
    const mapping = liveMapping('StaticValue', { targetId: '1', value: 'on' });
    const reading = {
      shape: shapeOf([save], []),
      parameters: new Map(),
      fields: new Map([['s2', [mapping]]]),
    };
    const described = describeWhole({ ...whole('plain'), cycles: [cycleOf({ reading })] });
    expect(JSON.stringify(described)).not.toMatch(/marked.not.a.secret/i);
    expect(described.said).toEqual(['"steps": it contains a possible secret']);
    expect(described.spec.cycles?.old).not.toHaveProperty('steps');
  });
});
