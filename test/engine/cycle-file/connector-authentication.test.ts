import { expect, it } from 'vitest';
import { compareCycleFiles } from '../../../src/engine/cycle-file/compare/compare-cycle-files.ts';
import { makeCycleFile } from '../../../src/engine/cycle-file/export/make-cycle-file.ts';
import { makeImport } from '../../../src/engine/cycle-file/import/make-import.ts';
import type { ImportTarget } from '../../../src/engine/cycle-file/import/resolve-steps.ts';
import { formatCycleFile } from '../../../src/engine/cycle-file/order-keys.ts';
import { parseCycleFile } from '../../../src/engine/cycle-file/parse-cycle-file.ts';
import { type Json, readMember, toList } from '../../../src/kit/json/json.ts';
import { type AnyCycle, makePlace, writeRawExport } from './any-export.ts';
import { readSample } from './sample-file.ts';

// Which way an installed connector signs in is chosen in its account. The sample says the number of its place.

const list = {
  connector: { name: 'Sample CRM', version: '2.0' },
  name: 'List contacts',
  parameters: [],
  fields: [],
  responses: ['Contact.Id'],
};
const step = { name: 'List', method: list, slot: 1, values: [], from: 0 };
const cycle: AnyCycle = { name: 'Contacts', steps: [step] };
const placed = { AuthType: 1, OAuth2Type: 0, AuthoriseUrl: null };

function write(exported: 'cycle' | 'template'): string {
  const made = makeCycleFile(writeRawExport(cycle, 1), () => false, exported);
  if (made.kind !== 'made') throw new Error(made.says);
  return formatCycleFile(made.document);
}

/** What each step of a document says of it. */
function listReported(document: Json): readonly (Json | undefined)[] {
  return toList(readMember(document, 'Steps')).map((each) =>
    readMember(readMember(each, 'AccountConnector'), 'ConnectorAuthentication'),
  );
}

function bring(text: string, connectors: ImportTarget['connectors']): Json {
  const { file, spanOf } = parseCycleFile('x.cycle.json', text);
  if (file === null) throw new Error('It cannot be read.');
  const loaded = { path: 'x.cycle.json', file, blobs: new Map(), spanOf };
  const place = { ...makePlace(cycle, 2), connectors };
  const imported = makeImport({ ...loaded, file: { ...file, blobs: [] } }, place);
  if (imported.kind !== 'made') throw new Error(JSON.stringify(imported.diagnostics));
  return imported.raw;
}

const installed = new Map([['Sample CRM', { id: '7', name: 'crm' }]]);

it('the file of a cycle says nothing of how a connector signs in, and that of a template does', () => {
  expect(listReported(JSON.parse(write('cycle')))).toEqual([undefined]);
  expect(listReported(JSON.parse(write('template')))).toEqual([placed]);
});

it('an import reports if a connector may need a separate install', () => {
  expect(listReported(bring(write('template'), new Map()))).toEqual([placed]);
  expect(listReported(bring(write('template'), installed))).toEqual([undefined]);
  expect(listReported(bring(write('cycle'), installed))).toEqual([undefined]);
});

it('a file of before that says it differs in nothing from one that does not', () => {
  const [before, after] = [readSample(write('template')), readSample(write('cycle'))];
  expect(compareCycleFiles(before, after)).toEqual([]);
  expect(compareCycleFiles(after, before)).toEqual([]);
});
