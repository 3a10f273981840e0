import { describe, expect, it } from 'vitest';
import { toAccountAddress, toFieldPath } from '../../src/model/address.ts';
import { toDeposedAddress } from '../../src/model/desired/scope/deposed.ts';
import { reportWarning } from '../../src/model/diagnostic/diagnostic.ts';
import type { Notice } from '../../src/model/plan/notice.ts';
import { notUndoneReasons } from '../../src/model/plan/notice.ts';
import { formatAccountLine } from '../../src/reports/text/format-account.ts';
import { readGolden } from '../golden/read-golden.ts';
import { broken, leftPaused, stale, stopped, waiting } from './samples/outcomes.ts';
import { ownedNotices } from './samples/owned-notices.ts';
import {
  findRawLines,
  findWideLines,
  readApplyText,
  readDriftText,
  readPlanText,
} from './samples/read-text.ts';
import {
  at,
  changeField,
  contacts,
  crm,
  eachDrift,
  mailer,
  plain,
  planned,
  secret,
  secretFrom,
  unknown,
  update,
} from './samples/samples.ts';

// What people read when something is rare: interrupted, long, secret, hostile.

const letter =
  'Dear {{Contact.FirstName}}, thank you for your order; we shall send it tomorrow, and write to you when it left. Yours, Northwind';

const isOfObject = new Set<string>(notUndoneReasons.slice(notUndoneReasons.indexOf('owned')));

describe('the plan as text', () => {
  it('shows each form of a value, and of long texts what differs', async () => {
    const field = (name: string) => ['steps', 'Add subscriber', 'fields', name];
    const text = (value: string) => plain({ kind: 'value', value });
    const cycle = update(
      contacts,
      [
        changeField(
          field('Source'),
          [text('web'), plain({ kind: 'variable', variable: 'region' })],
          {
            moved: 'live',
          },
        ),
        changeField(field('Body'), [text(letter), text(letter.replace('tomorrow', 'today'))], {
          moved: 'both',
        }),
        changeField(field('Fax'), [plain(null), plain({ kind: 'ignore' })]),
        changeField(field('List'), [
          plain({ kind: 'lookup', value: 'a78f', label: 'Newsletter' }),
          plain({ kind: 'option', option: 'Customers' }),
        ]),
        changeField(field('Name'), [
          plain({ kind: 'step', step: 'Get contact', field: 'Name' }),
          plain({ kind: 'expression', expression: 'Hi {{"Get contact" "Name"}}' }),
        ]),
        changeField(['description'], [plain('a\nb\nc\nd'), plain('a\nB\nc\nd\n\ne\nf\ng\nh\ni')]),
        changeField(['tags'], [plain(['eu', 'orders']), plain([])]),
        changeField(['retention', 'successHours'], [plain(120), plain(null)]),
        changeField(
          ['schedule'],
          [unknown, plain({ kind: 'every', every: '15m', startAt: '2026-12-01T06:00:00Z' })],
          { moved: 'unknown' },
        ),
      ],
      {
        impact: 'interrupts',
        reasons: ['runs every 15m, 2 running now', 'waits for the 2, edits, starts it again'],
      },
    );
    const connectors = [
      update(crm, [
        changeField(['auth'], [secret, secretFrom('$NORTHWIND_CRM_KEY')]),
        changeField(['properties', 'token'], [plain(null), secretFrom('$NORTHWIND_TOKEN')]),
        changeField(['properties', 'note'], [plain('x'.repeat(500)), plain(`it's "x"`)]),
      ]),
      update(mailer, [changeField(['auth'], [plain(false), plain(true)])]),
    ];
    await expectGolden(
      'plan/each-value.txt',
      await readPlanText([planned([cycle, ...connectors])]),
    );
  });

  it('shows each notice, and counts what is not ours beyond a few', async () => {
    const since = '2026-11-21T10:00:00Z';
    const notices: Notice[] = [
      {
        kind: 'waits',
        address: mailer,
        name: 'mailer',
        user: 'it@northwind.example',
        at: at(3, 3),
      },
      { kind: 'stays-paused', address: contacts, connectors: [crm, mailer] },
      { kind: 'edit-waits', address: contacts, paths: [toFieldPath('tags')], connectors: [mailer] },
      { kind: 'not-started', address: contacts, at: at(9, 7) },
      { kind: 'run-unknown', address: contacts, moment: since },
      { kind: 'single-run', address: contacts, moment: since, paths: [] },
      { kind: 'account-first', address: toAccountAddress('northwind') },
      { kind: 'not-created', address: toAccountAddress('northwind') },
      { kind: 'paused-by-us', address: contacts, since, reason: 'edit', isNamed: true },
      { kind: 'paused-by-us', address: contacts, since, reason: 'edit', isNamed: false },
      ...(['paused', 'running', 'waiting'] as const).map((remains): Notice => {
        return {
          kind: 'paused-by-us',
          address: contacts,
          since,
          reason: '',
          isNamed: true,
          remains,
        };
      }),
      { kind: 'other-key', address: crm, path: toFieldPath('auth') },
      { kind: 'create-interrupted', address: crm, since },
      { kind: 'create-interrupted', address: crm, since, isOrphaned: true },
      { kind: 'create-interrupted', address: toDeposedAddress(contacts, 1), since },
      {
        kind: 'not-compared',
        address: crm,
        path: toFieldPath('auth'),
        from: '$NORTHWIND_CRM_KEY',
        lack: 'not-set',
      },
      { kind: 'not-readable', address: contacts, path: toFieldPath('schedule') },
      {
        kind: 'never-verified',
        address: contacts,
        path: toFieldPath('schedule'),
        what: 'schedule',
      },
      { kind: 'names-unchecked', address: contacts },
      { kind: 'logs-requests', address: contacts, path: toFieldPath('logRequests') },
      { kind: 'unmanaged-open', address: contacts, paths: [toFieldPath('tags')] },
      {
        kind: 'unmanaged-open',
        address: contacts,
        paths: [toFieldPath('description'), toFieldPath('errorAction')],
        isReplaced: true,
      },
      ...ownedNotices(contacts),
      { kind: 'slot-unfilled', address: contacts, slot: 'Sample CRM', at: at(7, 5) },
      {
        kind: 'warning',
        address: contacts,
        diagnostic: reportWarning('value-unlisted', {
          summary: '"list" does not list the value "Leeds"',
          at: at(14, 7),
          address: contacts,
          remedy: 'Write list: Leads.',
        }),
      },
      ...notUndoneReasons.map((why): Notice => {
        const path = isOfObject.has(why) ? null : toFieldPath('description');
        return { kind: 'not-undone', address: contacts, path, why };
      }),
      { kind: 'foreign', object: 'connector', name: 'HubSpot (EU)' },
      ...Array.from({ length: 11 }, (_, index): Notice => {
        return { kind: 'foreign', object: 'cycle', name: `Old newsletter ${index}` };
      }),
    ];
    await expectGolden('plan/each-notice.txt', await readPlanText([planned([], notices)]));
  });

  it('keeps its form whatever the service calls its things', async () => {
    const nasty = '\u001b[31mred\u001b[0m \u202ebackwards\u2066 \u009b2J';
    const changes = [
      update(contacts, [
        changeField(['variables', nasty], [plain('two\nlines'), plain('\r\n  + account')]),
        changeField(
          ['steps', '日本語の名前'.repeat(8), 'fields', '👩‍🔧 Email'],
          [plain('価格'.repeat(30)), plain('" → "')],
        ),
        changeField(
          ['variables', 'x'.repeat(1_000_000)],
          [plain(null), plain('y'.repeat(1_000_000))],
        ),
      ]),
    ];
    const notices: Notice[] = [{ kind: 'foreign', object: 'cycle', name: nasty }];
    await expectGolden('plan/hostile-names.txt', await readPlanText([planned(changes, notices)]));
  });
});

describe('the drift report as text', () => {
  it('says each way to drift, who moved, and what Git wants where that is another thing', async () => {
    const text = await readDriftText(eachDrift);
    await expectGolden('drift/each-kind.txt', text);
  });
});

describe('the end of an apply as text', () => {
  it('begins with cycles that were left paused, then what failed, then who waits', async () => {
    const outcomes = [
      waiting('contoso'),
      broken('fabrikam'),
      stopped('litware'),
      leftPaused('northwind'),
      stale('wingtip'),
    ];
    const lines = outcomes.map((outcome) => `${formatAccountLine(outcome)}\n`);
    await expectGolden('apply/rare.txt', `${lines.join('')}\n${await readApplyText(outcomes)}`);
  });
});

async function expectGolden(name: string, made: string): Promise<void> {
  expect(made).toBe(await readGolden(name, made));
  expect(findWideLines(made)).toEqual([]);
  expect(findRawLines(made)).toEqual([]);
}
