import { expect, it } from 'vitest';
import { ExportTrust } from '../../../../src/engine/live/exports/export-trust.ts';
import { observeEdges, toLiveEdges } from '../../../../src/engine/live/exports/to-live-edges.ts';

const toCycle = (...types: readonly string[]) => ({
  steps: [],
  variables: [],
  edges: types.map((type) => ({ tail: 'a', head: 'b', type })),
});

it('learns no word from two edges between the same steps', () => {
  const trust = new ExportTrust();
  for (const value of ['north', 'south'])
    trust.agree('variables', value, { of: 'variables', at: 'Sync' });
  const live = toCycle('True', 'False').edges;
  for (let nth = 0; nth < 2; nth += 1) observeEdges(trust, toCycle('2', '3'), live);
  expect(toLiveEdges(trust, toCycle('2', '3'))).toBeNull();
  for (let nth = 0; nth < 2; nth += 1) {
    observeEdges(trust, toCycle('2'), toCycle('True').edges);
    observeEdges(trust, toCycle('3'), toCycle('False').edges);
  }
  expect(toLiveEdges(trust, toCycle('2', '3'))).toEqual(live);
});
