import { expect, it } from 'vitest';
import { toCycleAddress, toFieldPath } from '../../../src/model/address.ts';
import type { Diagnostic } from '../../../src/model/diagnostic/diagnostic.ts';
import type { Move } from '../../../src/model/plan/move.ts';
import { formatMoves } from '../../../src/reports/blocks/words/format-moves.ts';
import { formatDiagnostic } from '../../../src/reports/text/format-blocks.ts';
import { formatDiagnostics } from '../../../src/reports/text/format-diagnostics.ts';
import { plainPaint } from '../../../src/reports/text/paint.ts';
import { contacts, crm, plain, secret } from '../samples/samples.ts';

const field = (name: string, was: Move['was'], is: Move['is']): Move =>
  ({ address: crm, path: toFieldPath(name), was, is }) as Move;

it('says of each field what it was and what it is, and of a secret only that it is another', () => {
  const moves = [
    field('displayName', plain('CRM'), plain('By hand')),
    field('description', plain(null), plain('new')),
    field('auth', secret, secret),
  ];
  expect(formatMoves(moves)).toEqual([
    'northwind/connectors/crm/displayName: was "CRM", is "By hand"',
    'northwind/connectors/crm/description: was nothing, is "new"',
    'northwind/connectors/crm/auth: has another secret than planned',
  ]);
});

it('says of an object whether it was there, and of a cycle whether it ran', () => {
  const of = (was: Move['was'], is: Move['is']) =>
    formatMoves([{ address: contacts, path: null, was, is } as Move])[0]?.replace(contacts, 'it');
  const there = (id: string | null) => ({ kind: 'there', id }) as const;
  const [absent, active] = [{ kind: 'absent' }, { kind: 'active' }] as const;
  expect(of(there('12'), absent)).toBe('it: was there as 12, is gone');
  expect(of(there(null), absent)).toBe('it: was there, is gone');
  expect(of(absent, there('12'))).toBe('it: was not there, is there as 12');
  expect(of(there('12'), there('15'))).toBe('it: was there as 12, is there as 15');
  expect(of(active, { kind: 'resting' })).toBe('it: was active, is paused');
});

it('shows twenty and counts the rest, on lines of their own in both kinds of report', () => {
  const moves = Array.from({ length: 23 }, (_, index) => field(`p${index}`, plain(1), plain(2)));
  expect(formatMoves(moves)).toHaveLength(21);
  expect(formatMoves(moves).at(-1)).toBe('and 3 more');
  const diagnostic: Diagnostic = { code: 'plan-stale', severity: 'error', summary: 'x', moves };
  for (const text of [
    formatDiagnostic(diagnostic, plainPaint),
    formatDiagnostics([diagnostic], () => null),
  ]) {
    expect(text.match(/^ +northwind\/connectors\/crm\/p\d+: was 1, is 2$/gm)).toHaveLength(20);
  }
});

it('shows every character of a value written outside Git', () => {
  const address = toCycleAddress('northwind', 'a\u001b[2J');
  const [line = ''] = formatMoves([
    { address, path: toFieldPath('displayName'), was: plain('\u001b[31m'), is: plain('b\nc') },
  ]);
  expect(line).not.toContain('\u001b');
  expect(line).not.toContain('\n');
});
