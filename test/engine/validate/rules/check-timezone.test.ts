import { expect, it } from 'vitest';
import { checkAccount, formatSpec } from '../../../support/values/check-account.ts';

const check = (zone: string) => checkAccount(formatSpec(`timezone: ${zone}`));

it.each([
  'Europe/Berlin',
  'UTC',
  'Etc/UTC',
  'Asia/Kolkata',
  'Asia/Calcutta',
  'Europe/Kyiv',
  'Europe/Kiev',
  'America/Argentina/Buenos_Aires',
  'Etc/GMT+3',
])('takes %s, whatever it is called elsewhere', (zone) => {
  expect(check(zone)).toEqual([]);
});

it.each([
  ['Europe/Brelin', 'Did you mean Europe/Berlin'],
  ['EST', 'IANA name'],
  ['GMT', 'IANA name'],
  ['"+01:00"', 'IANA name'],
  ['Mars/Olympus', 'IANA name'],
  ['europe/berlin', 'Write timezone: Europe/Berlin'],
  ['utc', 'Write timezone: UTC'],
])('refuses %s and says what to write', (zone, words) => {
  const [diagnostic, ...others] = check(zone);
  expect(diagnostic).toMatchObject({ code: 'unknown-timezone', at: { line: 6, column: 13 } });
  expect(diagnostic?.remedy).toContain(words);
  expect(others).toEqual([]);
});
