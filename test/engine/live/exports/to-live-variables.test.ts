import { expect, it } from 'vitest';
import { ExportTrust } from '../../../../src/engine/live/exports/export-trust.ts';
import {
  observeVariables,
  toLiveVariables,
} from '../../../../src/engine/live/exports/to-live-variables.ts';

const toCycle = (...names: readonly string[]) => ({
  steps: [],
  edges: [],
  variables: names.map((name) => ({ name, value: 'x' })),
});

const toLive = (displayName: string, value: string) => ({
  systemName: displayName.replaceAll(' ', '_'),
  displayName,
  value,
});

it('believes a variable of an export by a name that a list had, so that it is no name of the system', () => {
  const trust = new ExportTrust();
  for (const value of ['north', 'south']) {
    const exported = { ...toCycle(), variables: [{ name: 'region', value }] };
    observeVariables(trust, exported, { live: [toLive('region', value)], origin: 'Sync' });
  }
  expect(toLiveVariables(trust, toCycle('region'))).toEqual([toLive('region', 'x')]);
  expect(toLiveVariables(trust, toCycle('Sales_region'))).toBeNull();
  expect(toLiveVariables(trust, toCycle('region', 'Sales_region'))).toBeNull();
  expect(toLiveVariables(trust, toCycle('region', 'region'))).toBeNull();
});
