import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCatalogs } from '../../../src/engine/catalog/compare-catalogs.ts';
import { formatCatalogFile } from '../../../src/engine/catalog/format-catalog-file.ts';
import {
  selectNamedReleases,
  toSavedTemplate,
} from '../../../src/engine/catalog/make-saved-catalog.ts';
import { openSavedCatalog } from '../../../src/engine/catalog/open-saved-catalog.ts';
import { parseCatalogFile } from '../../../src/engine/catalog/parse-catalog-file.ts';
import { toTemplateShape } from '../../../src/model/live/cycle-shape.ts';
import type { LiveStep, TemplateShape } from '../../../src/model/live/live.ts';
import type { SavedCatalogs } from '../../../src/model/live/saved-catalog.ts';
import { listSlots } from '../../../src/model/live/steps/list-slots.ts';
import { makeRelease } from '../../support/values/make-desired.ts';
import { liveStep, target } from '../../support/values/make-live.ts';
import { catalog, name } from './any-catalog.ts';

function parse(text: string): SavedCatalogs {
  const parsed = parseCatalogFile(text);
  return parsed.kind === 'catalogs'
    ? parsed.catalogs
    : expect.unreachable(parsed.diagnostic.summary);
}

describe('the catalog file of any catalogs', () => {
  it('gives them back, and the same bytes in any order of environments', () => {
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 3 }), catalog, catalog, (names, one, other) => {
        const catalogs = new Map(names.map((each, index) => [each, index === 1 ? other : one]));
        const text = formatCatalogFile(catalogs);
        const read = parse(text);
        expect([...read.keys()].sort()).toEqual([...names].sort());
        for (const [each, saved] of catalogs) {
          const back = read.get(each);
          if (back === undefined) return expect.unreachable(each);
          expect(compareCatalogs(saved, back)).toEqual([]);
        }
        expect(formatCatalogFile(new Map([...read].toReversed()))).toBe(text);
      }),
      { seed: 12, numRuns: 300 },
    );
  });

  it('differ if and only if a change is reported', () => {
    fc.assert(
      fc.property(catalog, catalog, (one, other) => {
        const isSame =
          formatCatalogFile(new Map([['e', one]])) === formatCatalogFile(new Map([['e', other]]));
        expect(compareCatalogs(one, other).length === 0).toBe(isSame);
      }),
      { seed: 13, numRuns: 300 },
    );
  });
});

it('compares the parts of what is described in the words of the program', () => {
  const make = (type: string) => ({
    areTemplatesListed: true,
    connectors: [
      {
        name: 'a',
        authentications: [],
        properties: [],
        methods: [{ name: 'm', category: 'known by name', parameters: [{ name: 'p', type }] }],
      },
    ],
    templates: [],
  });
  expect(compareCatalogs(make('Text'), make('Integer'))).toMatchObject([
    { kind: 'changed', before: 'Text', after: 'Integer' },
  ]);
});

it('keeps two templates of one name and content in one environment as two', () => {
  const twice = {
    areTemplatesListed: true,
    connectors: [],
    templates: [{ name: 'a' }, { name: 'a' }],
  };
  const once = { ...twice, templates: [{ name: 'a' }] };
  const text = formatCatalogFile(
    new Map([
      ['x', twice],
      ['y', once],
    ]),
  );
  expect(parse(text).get('x')?.templates).toHaveLength(2);
  expect(parse(text).get('y')?.templates).toHaveLength(1);
});

it('keeps the latest of several releases of one version', () => {
  const release = {
    description: null,
    categories: [],
    isNative: false,
    authentications: [],
    properties: [],
  };
  const releases = ['3', '12', '7'].map((id) => ({ ...release, id, name: 'a', version: '1' }));
  expect(selectNamedReleases(releases).map(({ id }) => id)).toEqual(['12']);
});

it('gives steps of one name, slots of one connector and branches the labels of a plan', async () => {
  const makeStep = (id: string, over: Partial<LiveStep>): LiveStep => ({
    id,
    name: 'Get',
    method: 'Get',
    isWebhook: false,
    webhookUrl: null,
    connectorId: '1',
    connectorName: 'CRM',
    parameters: [],
    fields: [],
    responses: [],
    ...over,
  });
  const shape: TemplateShape = {
    steps: [
      makeStep('d', { connectorId: '2' }),
      makeStep('c', { name: 'Get#2' }),
      makeStep('b', { connectorId: '3', name: 'End' }),
      makeStep('a', {}),
      makeStep('e', { connectorId: '2' }),
    ],
    edges: [
      { tail: 'a', head: 'b' },
      { tail: 'a', head: 'd' },
      { tail: 'd', head: 'c' },
      { tail: 'b', head: 'c' },
      { tail: 'e', head: 'e' },
    ],
    variables: [],
    flags: { logRequests: null, shareable: null },
    mappings: new Map(),
  };
  const item = { id: 'x', name: 't', description: null, tags: [], connectors: [] };
  const saved = {
    areTemplatesListed: true,
    connectors: [],
    templates: [toSavedTemplate(item, shape, [])],
  };
  const { catalog: opened } = openSavedCatalog(
    parse(formatCatalogFile(new Map([['e', saved]]))).get('e') ?? saved,
    [],
  );
  const read = await opened.readTemplateShape(opened.templates[0]?.id ?? '');
  if (!read.ok) return expect.unreachable();
  const [plan, offline] = [toTemplateShape(shape), toTemplateShape(read.value)];
  expect(offline.steps.map(({ label }) => label)).toEqual(plan.steps.map(({ label }) => label));
  expect(listSlots(offline.steps)).toEqual(listSlots(plan.steps));
});

it('says of required values alone that the template leaves them open, and of none that a connector may give', () => {
  const fields = [
    target('1', 'state', { isOptional: false, initial: 'none' }),
    target('2', 'given', { isOptional: false, initial: 'given' }),
    target('3', 'unknown', { isOptional: false }),
    target('4', 'optional', { initial: 'none' }),
  ];
  const parameters = [target('5', 'region', { isOptional: false, initial: 'none' })];
  const step = liveStep('s', { name: 'Mark', connectorName: 'Sample CRM', parameters, fields });
  const shape: TemplateShape = {
    steps: [step],
    edges: [],
    variables: [],
    flags: { logRequests: null, shareable: null },
    mappings: new Map(),
  };
  const listOpen = (...properties: readonly string[]) => {
    const release = makeRelease({ properties: properties.map((each) => target('9', each)) });
    const item = { id: 'x', name: 't', description: null, tags: [], connectors: [] };
    const [saved] = toSavedTemplate(item, shape, [release]).steps ?? [];
    return [...(saved?.parameters ?? []), ...(saved?.fields ?? [])]
      .filter(({ unset }) => unset === true)
      .map((each) => each.name);
  };
  expect(listOpen()).toEqual(['region', 'state']);
  expect(listOpen('region')).toEqual(['state']);
});
