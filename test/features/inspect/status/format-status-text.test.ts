import { expect, it } from 'vitest';
import { formatStatusText } from '../../../../src/features/inspect/status/format-status-text.ts';
import type { Address } from '../../../../src/model/address.ts';
import { countStatus, type StatusFrame } from '../../../../src/model/report/count-status.ts';
import type { AccountStatus, CycleStatus } from '../../../../src/model/report/status.ts';
import { formatDocumentPieces } from '../../../../src/reports/json/format-document.ts';
import { plainPaint } from '../../../../src/reports/text/paint.ts';
import { readGolden } from '../../../golden/read-golden.ts';
import { findReportFaults } from '../../../schemas/validators.ts';

function makeCycle(key: string, more: Partial<CycleStatus> = {}): CycleStatus {
  return {
    address: `northwind/cycles/${key}` as Address,
    name: key,
    state: 'Active',
    wants: 'active',
    errors: 0,
    warnings: 0,
    lastSuccess: '2026-11-30T22:00:00Z',
    schedule: {
      from: 'sent',
      schedule: { kind: 'every', every: '15m' },
      sentAt: '2026-11-20T10:00:00Z',
    },
    next: { kind: 'expected', at: '2026-12-01T06:15:00Z' },
    notSignedIn: 0,
    ...more,
  };
}

function makeFrame(accounts: readonly AccountStatus[]): StatusFrame {
  return {
    target: { environment: 'prod', service: 'remote', address: 'https://api.example.com' },
    directory: '.',
    at: '2026-12-01T06:07:00Z',
    cost: { requests: 7, durationMs: 1234 },
    accounts: accounts.length,
    unread: accounts.filter(({ kind }) => kind === 'unread').length,
    skipped: 3,
    outsideGit: { kind: 'not-looked-at', why: 'select' },
    fleets: [],
    summary: countStatus(accounts),
  };
}

function write(accounts: readonly AccountStatus[], isAll = false): string {
  const shown = { isAll, paint: plainPaint };
  return [...formatStatusText(makeFrame(accounts), accounts, shown)].join('');
}

const calm = { kind: 'read', isThere: true, connectors: [], waits: [], behind: [] } as const;

const fleet: readonly AccountStatus[] = [
  { ...calm, account: 'adatum', cycles: [] },
  {
    ...calm,
    account: 'contoso',
    connectors: [
      { address: 'contoso/connectors/crm' as Address, id: '7', isSignedIn: true },
      { address: null, id: '8', isSignedIn: false },
    ],
    behind: [
      {
        address: 'contoso/connectors/crm' as Address,
        id: '7',
        name: 'Sample CRM',
        installed: { id: '70', version: '2.0' },
        latest: { id: '71', version: '3.0' },
      },
      {
        address: null,
        id: '8',
        name: 'Own',
        installed: { id: '80', version: null },
        latest: { id: '81', version: null },
      },
    ],
    cycles: [
      makeCycle('calm', { address: 'contoso/cycles/calm' as Address }),
      makeCycle('Made by hand', {
        address: null,
        wants: null,
        schedule: { from: 'nowhere' },
        next: { kind: 'unknown' },
      }),
    ],
  },
  {
    ...calm,
    account: 'fabrikam',
    isThere: false,
    cycles: [makeCycle('new', { address: 'fabrikam/cycles/new' as Address, state: null })],
  },
  {
    ...calm,
    account: 'northwind',
    waits: [
      {
        address: 'northwind/connectors/mailer' as Address,
        account: 'northwind',
        connector: 'mailer',
        user: 'it@northwind.example',
        isInstalled: true,
        since: '2026-11-20T09:00:00Z',
      },
    ],
    cycles: [
      makeCycle('warned', { warnings: 1 }),
      makeCycle('called', {
        schedule: { from: 'sent', schedule: { kind: 'webhook' }, sentAt: '2026-11-20T10:00:00Z' },
        next: { kind: 'on-call' },
      }),
      makeCycle('shown', {
        schedule: { from: 'shown', unlistedMinutes: 7 },
        next: { kind: 'unknown' },
      }),
      makeCycle('failing', { errors: 3, warnings: 2, lastSuccess: null }),
      makeCycle('stopped', { state: 'Paused', notSignedIn: 1, next: { kind: 'none' } }),
      makeCycle('gone', { state: null, isGone: true, next: { kind: 'none' } }),
      makeCycle('left-to-others', {
        state: 'Paused',
        stateOwner: 'seeded',
        next: { kind: 'none' },
      }),
      makeCycle('ignored', {
        state: 'Paused',
        stateOwner: 'observed',
        ignoredUntil: '2026-12-31',
        next: { kind: 'none' },
      }),
      makeCycle('gone-and-ignored', {
        state: null,
        isGone: true,
        ignoredUntil: '2026-12-31',
        next: { kind: 'none' },
      }),
      makeCycle('left', {
        state: 'Paused',
        wants: null,
        pausedByUsSince: '2026-12-01T05:00:00Z',
        next: { kind: 'none' },
      }),
      makeCycle('single', {
        state: 'Paused',
        wants: 'paused',
        schedule: {
          from: 'sent',
          schedule: { kind: 'once', at: '2026-12-01T05:00:00Z' },
          sentAt: '2026-11-20T10:00:00Z',
        },
        next: { kind: 'none' },
        isRunUnknown: true,
      }),
    ],
  },
  { ...calm, account: 'proseware', isThere: false, isGone: true, cycles: [] },
  {
    ...calm,
    account: 'relecloud',
    isThere: false,
    isGone: true,
    cycles: [
      makeCycle('lost', {
        address: 'relecloud/cycles/lost' as Address,
        state: null,
        isGone: true,
        next: { kind: 'none' },
      }),
    ],
  },
  {
    kind: 'unread',
    account: 'tailspin',
    diagnostics: [
      { code: 'unread', severity: 'error', summary: 'The account could not be read: 500' },
    ],
  },
];

it.each([
  ['fleet.txt', 'what could not be read, then who needs a person, then the others', true],
  ['unhealthy.txt', 'what could not be read and what needs a person, and counts the rest', false],
])('says in %s %s', async (file, _, isAll) => {
  const text = write(fleet, isAll);
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  expect(text).toBe(await readGolden(`status/${file}`, text));
});

it('is a document of the schema of reports', async () => {
  const pieces: string[] = [];
  const parts = { run: { ...makeFrame(fleet), diagnostics: [] }, accounts: fleet };
  for await (const piece of formatDocumentPieces('status', parts)) pieces.push(piece);
  expect(findReportFaults(pieces.join(''))).toEqual([]);
});

it('lets no name from elsewhere move the cursor or fill the screen', () => {
  const evil = `\u001b[2J\u202e${'x'.repeat(100_000)}\r\n`;
  const cycles = [makeCycle('a', { address: null, name: evil, state: evil, lastSuccess: evil })];
  const text = write([{ ...calm, account: 'northwind', cycles }], true);
  for (const line of text.split('\n')) expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(text.length).toBeLessThan(5000);
});

it('says nothing of cycles where there are none', () => {
  const text = write([{ ...calm, account: 'adatum', cycles: [] }]);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'accounts 1: 1 without a cycle cycles 0 health 0 healthy; 0 unhealthy connectors 0 of 0 that cycles use signed in 3 accounts left out by --select.',
  );
});

it('says once why connectors were not compared with the latest releases', () => {
  const account = { ...calm, cycles: [makeCycle('a')], behindUnread: 'GET /connectors: 403' };
  const text = write([
    { ...account, account: 'adatum' },
    { ...account, account: 'contoso' },
  ]);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'Connectors of 2 accounts were not compared with the latest releases, because the catalog could not be read: GET /connectors: 403 Totals',
  );
});
