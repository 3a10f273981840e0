import { expect, it } from 'vitest';
import {
  toAccountAddress,
  toConnectorAddress,
  toCycleAddress,
  toFieldPath,
} from '../../../src/model/address.ts';
import type { DriftItem } from '../../../src/model/plan/plan.ts';
import {
  listItemAnswers,
  makeAnswerCollector,
} from '../../../src/reports/blocks/verdict/answer-collector.ts';
import { plain } from '../samples/samples.ts';

const context = { environment: "pr'od", directory: 'my project' };
const at = "-C 'my project' -e 'pr'\\''od'";

const field: DriftItem = {
  address: toAccountAddress('north wind'),
  path: toFieldPath('timezone'),
  kind: 'field',
  moved: 'live',
  wanted: plain('UTC'),
  before: plain('UTC'),
  now: plain('Asia/Tokyo'),
  at: null,
  impact: 'in-place',
  since: null,
};
const secret = { kind: 'secret', print: null } as unknown as DriftItem['now'];
const gone: DriftItem = { ...field, path: null, kind: 'gone' };
const cycle = toCycleAddress('north wind', 'news');

const schedule: DriftItem = {
  ...field,
  address: cycle,
  path: toFieldPath('schedule'),
  kind: 'unmanaged',
  impact: 'needs-human',
};

const commandsOf = (item: DriftItem) =>
  listItemAnswers(item, context).flatMap(({ commands }) => commands);

it('names a command for each answer, quoted as a shell takes it', () => {
  expect(commandsOf(field)).toEqual([
    `cyclectl drift ${at} --revert 'north wind/timezone' --out revert.json`,
    `cyclectl drift ${at} --adopt 'north wind/timezone'`,
    `cyclectl drift ${at} --ignore 'north wind/timezone' --until DATE --reason TEXT`,
  ]);
});

it.each([
  ['a secret is not taken over', { ...field, now: secret }, ['--revert', '--ignore']],
  ['what is gone is not taken over', { ...gone, address: cycle }, ['--revert', '--ignore']],
  ['an account that is gone is not left so', gone, ['--revert']],
  [
    'a connector that is gone is not left so, since cycles use it',
    { ...gone, address: toConnectorAddress('north wind', 'crm') },
    ['--revert'],
  ],
  [
    'what only a person brings back is not planned',
    { ...field, impact: 'needs-human' },
    ['--adopt', '--ignore'],
  ],
  [
    'a field whose name is gone is only left so',
    {
      ...field,
      impact: 'needs-human',
      lost: { thing: 'step', name: 'Add', step: null, isSeveral: false, near: [] },
    },
    ['--ignore'],
  ],
  [
    'what a cycle is made from is not left so',
    { ...field, address: cycle, path: toFieldPath('from', 'template') },
    ['--revert'],
  ],
  [
    'a template that is gone is',
    {
      ...field,
      address: cycle,
      path: toFieldPath('from', 'template'),
      impact: 'needs-human',
      lost: { thing: 'template', name: 'News', step: null, isSeveral: false, near: [] },
    },
    ['--ignore'],
  ],
  [
    'what no manifest manages gets a line, or is accepted as it is',
    { ...field, kind: 'unmanaged', impact: 'needs-human', wanted: { kind: 'unknown' } },
    ['--adopt', '--accept', '--ignore'],
  ],
  [
    'a schedule that a manifest can have too',
    { ...schedule, now: plain({ kind: 'every', every: '30m' }) },
    ['--adopt', '--accept', '--ignore'],
  ],
  [
    'a single run is no state of a manifest',
    { ...schedule, now: plain({ kind: 'once', at: '2026-12-01T06:00:00Z' }) },
    ['--accept', '--ignore'],
  ],
  [
    'a line cannot say that a property has no value',
    { ...schedule, path: toFieldPath('properties', 'region'), now: plain(null) },
    ['--accept', '--ignore'],
  ],
  [
    'a word that no manifest can have',
    { ...schedule, path: toFieldPath('errorAction'), kind: 'field', now: plain('7') },
    ['--ignore'],
  ],
  [
    'a mapping of an unknown type',
    {
      ...schedule,
      path: toFieldPath('steps', 'Add', 'fields', 'Email'),
      kind: 'field',
      now: plain({ kind: 'unknown', type: 'Odd' }),
    },
    ['--ignore'],
  ],
  [
    'a part of an error webhook that may be off',
    {
      ...field,
      kind: 'unmanaged',
      path: toFieldPath('errorWebhook', 'includeWarnings'),
      now: plain(true),
    },
    ['--revert', '--accept', '--ignore'],
  ],
  [
    'also a secret',
    { ...field, kind: 'unmanaged', impact: 'needs-human', now: secret },
    ['--accept', '--ignore'],
  ],
  [
    'a cycle that was stopped has all',
    { ...field, address: cycle, path: toFieldPath('state'), kind: 'stopped' },
    ['--revert', '--adopt', '--ignore'],
  ],
] as const)('offers only what comes to something: %s', (_, item, answers) => {
  const offered = commandsOf(item).map(
    (command) => /--(?:revert|adopt|accept|ignore)/.exec(command)?.[0],
  );
  expect(offered).toEqual(answers);
});

it('sends a person to a sign-in that is lost', () => {
  const lost = {
    ...field,
    kind: 'authentication-lost',
    path: toFieldPath('auth'),
    impact: 'needs-human',
  } as const;
  expect(commandsOf(lost)[0]).toBe(`cyclectl consent ${at} 'north wind'`);
});

it('offers for a run what was requested, and no more than what its items allow', () => {
  const target = { environment: 'prod', address: 'x', service: 'remote' } as const;
  const answers = makeAnswerCollector({ target, select: ['label=tier=big one'] });
  expect(answers.list()).toEqual([]);
  answers.add([{ ...gone, impact: 'needs-human' }]);
  expect(answers.list()).toEqual([]);
  answers.add([
    field,
    { ...field, kind: 'unmanaged', path: toFieldPath('auditInfo'), impact: 'needs-human' },
    { ...field, kind: 'unmanaged', path: toFieldPath('description'), impact: 'needs-human' },
  ]);
  expect(answers.list().flatMap(({ commands }) => commands)).toEqual([
    "cyclectl drift -e prod --select 'label=tier=big one' --revert --out revert.json",
    'cyclectl apply revert.json',
    "cyclectl drift -e prod --adopt --select 'label=tier=big one'",
    "cyclectl drift -e prod --accept 'north wind/auditInfo' --reason TEXT",
    "cyclectl drift -e prod --ignore 'north wind/timezone' --until DATE --reason TEXT",
  ]);
});

it.each([
  ['cycle=nightly', ['revert', 'adopt']],
  ['label=tier=gold,state=paused', []],
])('offers with --select %s no answer that refuses it', (what, offered) => {
  const target = { environment: 'prod', address: 'x', service: 'remote' } as const;
  const group = { id: '1-7c3e90ab12cd', path: 'description', before: null, now: null, accounts: 2 };
  const answers = makeAnswerCollector({ target, select: [what], groups: [group as never] });
  answers.add([field]);
  const commands = answers.list().flatMap((each) => each.commands);
  const selecting = commands.filter((command) => command.includes('--select'));
  expect(selecting.map((command) => /--(revert|adopt|accept)/.exec(command)?.[1])).toEqual(offered);
});

it('offers no revert of everything where an object lacks a name of Git, because that leaves it', () => {
  const target = { environment: 'prod', address: 'x', service: 'remote' } as const;
  const answers = makeAnswerCollector({ target });
  const lost = { thing: 'step', name: 'Add', step: null, isSeveral: false, near: [] } as const;
  answers.add([
    { ...field, address: cycle, path: toFieldPath('steps', 'Add'), impact: 'needs-human', lost },
    { ...field, address: cycle, path: toFieldPath('state'), kind: 'stopped' },
  ]);
  expect(
    answers
      .list()
      .flatMap(({ commands }) => commands)
      .join(),
  ).not.toContain('--revert');
});

it('leaves out a command that is too long to paste', () => {
  const path = toFieldPath('connectors', 'x'.repeat(2000));
  expect(commandsOf({ ...field, path })).toEqual([]);
});

it('offers for a run an address of drift that fails, where another is only reported', () => {
  const target = { environment: 'prod', address: 'x', service: 'remote' } as const;
  const answers = makeAnswerCollector({ target });
  const label = {
    ...field,
    kind: 'unmanaged',
    path: toFieldPath('auditInfo'),
    impact: 'needs-human',
    unmanaged: { effect: 'label', response: 'report' },
  } as const;
  answers.add([label]);
  const offered = () => answers.list().flatMap(({ commands }) => commands);
  const ignore = (path: string) =>
    `cyclectl drift -e prod --ignore 'north wind/${path}' --until DATE --reason TEXT`;
  expect(offered()).toContain(ignore('auditInfo'));
  answers.add([field]);
  expect(offered()).toContain(ignore('timezone'));
  expect(offered()).not.toContain(ignore('auditInfo'));
});
