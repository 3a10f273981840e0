import { expect, it } from 'vitest';
import { toContents } from '../../../../src/engine/diff/to-contents.ts';
import { toMappingSource } from '../../../../src/model/desired/to-mapping-source.ts';
import { isOfManifests } from '../../../../src/model/observed/is-of-manifests.ts';

const variable = (systemName: string, value: string) => ({
  displayName: 'region',
  systemName,
  value,
});

function read(...variables: readonly ReturnType<typeof variable>[]) {
  const shape = { steps: [], edges: [], variables };
  const reading = { shape, parameters: new Map(), fields: new Map() };
  const named = { fields: new Map(), slots: [] };
  const at = { reading: reading as never, connectors: new Map() };
  return { shape, members: toContents(named as never, at).members };
}

it('compares each of two variables of one display name, by its name in the system', () => {
  const path = 'variables/region' as never;
  const [first, other] = [variable('region', 'eu'), variable('region_1', 'us')];
  expect(read(first).members.get(path)).toBe('eu');
  expect(read(other, first).members.get(path)).toEqual(['eu', 'us']);
  expect(read(variable('region', 'asia'), other).members.get(path)).toEqual(['asia', 'us']);
  expect(read(first, other).members.get('variables' as never)).toEqual(['region']);
  expect(isOfManifests(path, ['eu', 'us'])).toBe(false);
});

it('tells apart the mappings to two variables of one display name', () => {
  const { shape } = read(variable('region', 'eu'), variable('region_1', 'us'));
  const sources = ['region', 'region_1'].map((value) =>
    toMappingSource({ type: 'Variable', value } as never, shape as never),
  );
  expect(sources).toEqual([
    { kind: 'variable', variable: 'region' },
    { kind: 'variable', variable: 'region_1' },
  ]);
});
