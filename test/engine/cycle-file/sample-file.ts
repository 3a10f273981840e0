import { makeCycleFile } from '../../../src/engine/cycle-file/export/make-cycle-file.ts';
import { formatCycleFile } from '../../../src/engine/cycle-file/order-keys.ts';
import { parseCycleFile } from '../../../src/engine/cycle-file/parse-cycle-file.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../src/kit/json/json.ts';
import type { CycleFile } from '../../../src/model/desired/cycle-file/cycle-file.ts';
import { writeRawExport } from './any-export.ts';

const list = {
  connector: { name: 'Sample CRM', version: '2.0' },
  name: 'List contacts',
  parameters: ['modifiedSince', 'list'],
  fields: [],
  responses: ['Contact.Email', 'Contact.Id'],
};
const add = {
  connector: { name: 'Sample Mailer', version: '1.4' },
  name: 'Add subscriber',
  parameters: ['listId'],
  fields: ['Email.Address', 'Status'],
  responses: ['Subscriber.Id'],
};
const values = [null, 'Customers', null, null, 'subscribed', null];

/** A small cycle as a service exports it. */
export const sampleExport: JsonObject = writeRawExport(
  {
    name: 'Contacts to Mailer',
    steps: [
      { name: 'List changed contacts', method: list, slot: 1, values, from: 0 },
      { name: 'Add subscriber', method: add, slot: 2, values, from: 0 },
      { name: 'Tell the others', method: add, slot: 2, values, from: 1 },
    ],
  },
  1,
);

/** Its cycle file. */
export function sampleText(raw: Json = sampleExport): string {
  const made = makeCycleFile(raw);
  if (made.kind !== 'made') throw new Error(made.says);
  return formatCycleFile(made.document);
}

/** The file that a text is; fails the test with its diagnostics. */
export function readSample(text: string): CycleFile {
  const { file, diagnostics } = parseCycleFile('cycles/x.cycle.json', text);
  if (file === null) throw new Error(JSON.stringify(diagnostics, null, 1));
  return file;
}

/** Document with the value at a pointer replaced, added, or removed by undefined. */
export function edit(text: string, pointer: string, value: Json | undefined): string {
  const document = JSON.parse(text) as Json;
  const names = pointer.split('/').slice(1);
  const last = names.pop() ?? '';
  const parent = names.reduce<Json>((at, name) => (at as JsonObject)[name] ?? null, document);
  if (Array.isArray(parent)) {
    if (value === undefined) parent.splice(Number(last), 1);
    else parent[Number(last)] = value;
  } else if (isJsonObject(parent)) {
    const members = parent as Record<string, Json>;
    if (value === undefined) delete members[last];
    else members[last] = value;
  }
  return `${JSON.stringify(document, null, 2)}\n`;
}
