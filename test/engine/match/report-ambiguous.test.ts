import { expect, it } from 'vitest';
import { reportAmbiguous } from '../../../src/engine/match/report-ambiguous.ts';
import { at, makeCycle } from '../../support/values/make-desired.ts';

const desired = makeCycle('sync', { name: 'Contacts' });
const candidates = [
  { id: '1', name: 'Contacts' },
  { id: '2', name: 'Sync' },
];

it('names every candidate with its id, and says how to settle it', () => {
  const missing = 'new';
  const pair = { kind: 'ambiguous', desired, missing, candidates, why: 'of the reason' } as const;
  expect(reportAmbiguous(pair, 'local', (item) => item)).toMatchObject([
    {
      code: 'ambiguous',
      severity: 'error',
      summary: '"Contacts" is ambiguous in the service: "Contacts" (1), "Sync" (2)',
      detail: 'It is not changed because of the reason.',
      at: at(20),
      address: 'northwind/cycles/sync',
      remedy: expect.stringContaining('cyclectl adopt -e local northwind/cycles/sync ID'),
    },
  ]);
});

it('writes the whole line where there is one candidate', () => {
  const pair = { kind: 'ambiguous', desired, candidates: [candidates[0]], why: '' } as const;
  const [{ remedy } = {}] = reportAmbiguous(pair as never, 'local', () => desired);
  expect(remedy).toMatch(/: cyclectl adopt -e local northwind\/cycles\/sync 1$/);
});

it('has nothing to say of a pair that is settled', () => {
  const missing = 'new';
  const pair = { kind: 'desired-only', desired, missing } as const;
  expect(reportAmbiguous(pair, 'local', (item) => item)).toEqual([]);
});
