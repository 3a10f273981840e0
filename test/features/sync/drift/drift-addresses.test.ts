import { beforeAll, expect, it } from 'vitest';
import { openRemoteProject, type Project } from '../../../support/run-cyclectl.ts';
import { runOnOneLine } from '../../../support/run-on-one-line.ts';

// The four answers to drift read an address alike. A cycle was upgraded in the console.

const template = 'Contacts to Files';
const cycle = 'northwind/cycles/contacts-to-files';
const whole = `${cycle}/from/template`;

let project: Project;

beforeAll(async () => {
  const opened = await openRemoteProject();
  project = opened;
  expect((await runOnOneLine(project, 'apply', '--yes')).exitCode).toBe(0);
  const steps = [
    { name: 'List changed contacts', connector: 'Sample CRM' },
    { name: 'Get contact', connector: 'Sample CRM' },
    { name: 'Write file', connector: 'Sample File Store' },
    { name: 'List again', connector: 'Sample CRM', method: 'List changed contacts' },
  ];
  opened.emulator.control.console({ promote: { template, variables: { region: 'eu' }, steps } });
  opened.emulator.control.console({ upgradeInstalled: { template } });
}, 60_000);

const why = ['--reason', 'they move'];
const answers = [
  ['--revert'],
  ['--adopt'],
  ['--accept', ...why],
  ['--ignore', '--until', '2099-12-31', ...why],
] as const;

it.each([
  [
    'a list that is part of another change',
    `${cycle}/steps`,
    ` of its own: it is part of ${whole}`,
  ],
  ['a step that came with it', `${cycle}/steps/List again`, ` of its own: it is part of ${whole}`],
  [
    'below a part of it',
    `${cycle}/steps/List again/method/x`,
    ` of its own: it is part of ${whole}`,
  ],
  [
    'a step that stayed',
    `${cycle}/steps/Get contact`,
    ': nothing there that drift compares has changed',
  ],
  [
    'no object',
    'northwind/cycles/nothing',
    ': northwind has no such object or field [no-drift] → Pass an address as cyclectl drift prints it.',
  ],
  [
    'a wrong letter',
    `${cycle}/fromm/template`,
    `: northwind has no such object or field [no-drift] → Pass an address as cyclectl drift prints it; the nearest is "${whole}".`,
  ],
  [
    'no account',
    'northwindd/timezone',
    ': local has no account "northwindd" [no-drift] → Pass an address as cyclectl drift prints it; the nearest is "northwind/timezone".',
  ],
  [
    'a slash before the account',
    '/northwind/timezone',
    ': an address begins with the key of its account [no-drift] → Pass an address as cyclectl drift prints it; the nearest is "northwind/timezone".',
  ],
])('each answer says the same of an address of %s', async (_, address, says) => {
  for (const [answer, ...more] of answers) {
    const { exitCode, text } = await runOnOneLine(project, 'drift', answer, address, ...more);
    expect([answer, exitCode]).toEqual([answer, 1]);
    expect(text).toContain(`${address} has no drift${says}`);
    expect(text, 'the address twice').not.toContain(`${address}: error`);
  }
});

it('an account is everything in it, also where it is ignored', async () => {
  const ignored = await runOnOneLine(
    project,
    'drift',
    '--ignore',
    'northwind',
    '--until',
    '2099-12-31',
    ...why,
  );
  expect(ignored).toMatchObject({ exitCode: 0, text: expect.stringContaining(whole) });
  expect(await runOnOneLine(project, 'drift')).toMatchObject({ exitCode: 0 });
  const adopted = await runOnOneLine(project, 'drift', '--adopt', whole);
  expect(adopted).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining(`${whole} has no drift: it is ignored until 2099-12-31`),
  });
});
