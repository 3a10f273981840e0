import { expect, it } from 'vitest';
import { formatStateEntryText } from '../../../../src/features/operations/state/format-state-text.ts';
import { toStateEntryData } from '../../../../src/features/operations/state/to-state-data.ts';
import { toCycleAddress, toFieldPath } from '../../../../src/model/address.ts';
import type { StateObject } from '../../../../src/model/state/state-object.ts';
import { formatSafeJson } from '../../../../src/reports/json/format-document.ts';
import { findRawLines, findWideLines } from '../../../reports/samples/read-text.ts';
import { plain, secret } from '../../../reports/samples/samples.ts';

const address = toCycleAddress('northwind', 'contacts');
const startTime = '2026-12-01T06:15:00Z';
const key = toFieldPath('steps', 'Write file', 'fields', 'Key');

/** A cycle that runs, with a secret among its fields; seen from all sides. */
const object: StateObject = {
  address,
  record: {
    address,
    kind: 'cycle',
    remoteId: '7',
    applied: { [key]: { kind: 'secret', written: null, read: null, origin: 'assumed' } },
    run: {
      schedule: { kind: 'every', every: '15m' },
      sent: { startTime, intervalMinutes: 15, runOnce: false },
      activatedAt: '2026-12-01T06:02:00Z',
    },
  },
  sides: {
    isLive: true,
    fields: [
      { path: toFieldPath('auth'), wanted: plain(true), applied: plain(true), live: plain(false) },
      { path: key, wanted: secret, applied: secret, live: secret },
    ],
    steps: [{ step: 'Write file', parameters: ['folder', 'a: b'], fields: ['[rows].\u001b[2J'] }],
  },
};

it('formats one object with the names of its fields', () => {
  const text = formatStateEntryText(object);
  expect(findRawLines(text)).toEqual([]);
  expect(findWideLines(text)).toEqual([]);
  expect(text).toMatch(/^northwind\/cycles\/contacts +cycle 7\n/);
  expect(text).toContain(`run every 15m, its first run at\n    ${startTime}`);
  expect(text).toMatch(/auth\n +Git wants +signed in\n.*\n +live now +not signed in\n/);
  expect(text).toMatch(/Write file accepts\n +parameters: folder, "a: b"\n +fields: /);
});

it('says of what is protected that it is', () => {
  const record = object.record === null ? null : { ...object.record, isProtected: true as const };
  expect(formatStateEntryText({ ...object, record })).toMatch(/^\S+ +cycle 7, protected\n/);
  const read = JSON.parse(formatSafeJson(toStateEntryData({ ...object, record })));
  expect(read.remembered.isProtected).toBe(true);
});

it('gives of a secret nothing but that it is one', () => {
  expect(formatStateEntryText({ ...object, sides: null })).toMatch(
    /fields\/Key +a secret, never verified\n$/,
  );
  const read = JSON.parse(formatSafeJson(toStateEntryData(object)));
  expect(read.remembered.applied).toEqual({ [key]: { kind: 'secret', origin: 'assumed' } });
  expect(read.sides.fields).toHaveLength(2);
});

it('shows the address of a webhook, and reports an unreadable one', () => {
  const url = 'https://service.example.com/api/webhook/0123456789abcdef0123456789abcdef';
  const show = (webhook: string | null) => {
    const steps = [{ step: 'Order received', parameters: [], fields: [], webhook }];
    return formatStateEntryText({ ...object, sides: { isLive: true, fields: [], steps } });
  };
  expect(show(url)).toContain(url);
  expect(show(null)).toContain(
    'webhook: the service does not return its address; the console shows it',
  );
});
