import catalogSchema from 'cyclectl/schemas/catalog.schema.json' with { type: 'json' };
import { expect, it } from 'vitest';
import { loadCatalogs } from '../../../src/engine/catalog/load-catalogs.ts';
import { toSavedRelease } from '../../../src/engine/catalog/make-saved-catalog.ts';
import { parseCatalogFile } from '../../../src/engine/catalog/parse-catalog-file.ts';
import { itemTypes } from '../../../src/model/live/saved-catalog.ts';

/** A catalog of one template and one connector, each with an edit by hand. */
function write(edit: {
  readonly field?: object;
  readonly release?: object;
  readonly head?: object;
}) {
  const field = { name: 'Status', ...edit.field };
  return JSON.stringify({
    format: 'cyclectl-catalog/1',
    environments: { prod: {} },
    connectors: [{ name: 'Sample CRM', ...edit.release }],
    templates: [{ name: 'Contacts', steps: [{ name: 'Write', fields: [field] }], variables: [] }],
    ...edit.head,
  });
}

it.each([
  [
    { field: { required: 'yes' } },
    '"required" of template "Contacts", step "Write", field "Status" is "yes", and can only be true',
    'Write true, or remove "required".',
  ],
  [
    { field: { requird: true } },
    'template "Contacts", step "Write", field "Status" has the unknown key "requird"',
    'Did you mean "required"?',
  ],
  [{ field: { zzz: true } }, 'field "Status" has the unknown key "zzz"', 'Remove it.'],
  [
    { field: { values: ['a', 7] } },
    '"values" entry 2 of template "Contacts", step "Write", field "Status" is a number, and must be text',
    'Correct the type.',
  ],
  [
    { field: { type: 'DateTim' } },
    '"type" of template "Contacts", step "Write", field "Status" is "DateTim", and can only be "Text", "Integer"',
    'Nearest values: "DateTime".',
  ],
  [{ field: { type: 7 } }, 'field "Status" is a number, and must be text', 'Correct the type.'],
  [{ release: { name: undefined } }, 'connector 1 lacks "name"', 'Add "name".'],
  [
    { release: { authentications: [] } },
    'connector "Sample CRM" has "authentications" without "properties"',
    'Add "properties", or remove "authentications".',
  ],
  [
    { release: { in: ['prd'] } },
    'connector "Sample CRM" names the environment "prd", which the file lacks',
    'Nearest environments: "prod".',
  ],
  [
    { head: { environments: { prod: { templatesListed: true } } } },
    '"environments" "prod" "templatesListed" is true, and can only be false',
    'Write false, or remove "templatesListed".',
  ],
  [{ head: { format: 7 } }, '"format" is 7, and can only be "cyclectl-catalog/1"', 'Write'],
  [{ head: { extra: 7 } }, 'the file has the unknown key "extra"', 'Remove it.'],
] as const)('says in words what is wrong with an edited catalog: %j', (edit, says, remedy) => {
  const parsed = parseCatalogFile(write(edit));
  if (parsed.kind === 'catalogs') expect.unreachable();
  else {
    expect(parsed.diagnostic.summary).toContain(says);
    expect(parsed.diagnostic.remedy).toContain(remedy);
    expect(parsed.diagnostic.remedy).toContain('Or restore the file from Git.');
  }
});

it('says why a catalog has no text, and names no line of it', async () => {
  const cause = Object.assign(new Error('no'), { code: 'EACCES' });
  const loaded = await loadCatalogs({
    read: async () => ({ ok: false, problem: 'unreadable', cause }),
  });
  expect(loaded?.parsed).toMatchObject({
    diagnostic: {
      summary: 'cannot read catalog.json: permission denied',
      remedy: 'Give this user permission to read it, or move it away.',
    },
  });
  expect(loaded?.parsed).not.toMatchObject({ diagnostic: { at: {} } });
});

it('has a closed list of types, and saves no other one of a service', () => {
  expect(catalogSchema.$defs.item.properties.type.enum).toEqual(itemTypes);
  const rules = { isOptional: true, isSensitive: false, values: [] };
  const properties = ['datetime', 'Geometry', null].map((dataType, at) => {
    return { ...rules, id: `${at}`, name: `p${at}`, dataType, value: null };
  });
  const release = { id: '1', name: 'Sample', version: '1.0', authentications: [], properties };
  const saved = toSavedRelease(release as never, { methods: null });
  expect(saved.properties).toEqual([
    { name: 'p0', type: 'DateTime' },
    { name: 'p1' },
    { name: 'p2' },
  ]);
});
