import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  toList,
} from '../../kit/json/json.ts';
import { parseStepSource } from '../../model/live/exported-cycle.ts';
import type { ServiceReader, ServiceWriter } from '../../model/ports.ts';
import { readField, readOptionalId, ShapeError, toWire } from '../../wire/shape.ts';
import { readCycle } from '../cycles.ts';
import { type Client, toPath } from '../http/client.ts';
import { readSensitive } from '../item-rules.ts';

/** Exports cycles and templates unchanged (SPEC 4.6; SERVICE E.2). */
export function makeTransferReader(
  client: Client,
): Pick<ServiceReader, 'exportCycle' | 'exportWholeTemplate'> {
  return {
    exportWholeTemplate: (id) =>
      client.ask(
        { method: 'GET', path: toPath('templates', id, 'export'), account: null, repeat: 'safe' },
        ({ value }) => toExport(value as Json),
      ),
    exportCycle: (account, id) =>
      client.ask(
        { method: 'GET', path: toPath('cycles', id, 'export'), account, repeat: 'safe' },
        ({ value }) => toExport(value as Json),
      ),
  };
}

/**
 * Imports cycles and, without account header, templates (SPEC 4.6). Never repeated, because each
 * import creates another one. No sample shows the answer: the id is read if it has one.
 */
export function makeTransferWriter(
  client: Client,
): Pick<ServiceWriter, 'importCycle' | 'importTemplate'> {
  return {
    importTemplate: (exported) =>
      client.ask(
        {
          method: 'POST',
          path: toPath('cycles', 'import'),
          account: null,
          body: exported,
          repeat: 'never',
        },
        (wire) => readOptionalId(wire, 'Id'),
      ),
    importCycle: (account, exported) =>
      client.ask(
        {
          method: 'POST',
          path: toPath('cycles', 'import'),
          account,
          body: exported,
          repeat: 'never',
        },
        readCycle,
      ),
  };
}

function toExport(value: Json): JsonObject {
  if (!isJsonObject(value)) throw new ShapeError('the answer is not an object');
  return withMember(value, 'Steps', (steps) => withItems(steps, redactStep));
}

// Redacts text in a sensitive parameter, because it is a credential and must not leave this layer
// (law 7). Each reader takes the names of members in any case.
function redactStep(step: JsonObject): JsonObject {
  const method = findMember(step, 'Method');
  const sensitive = new Map(
    toList(isJsonObject(method) ? findMember(method, 'Parameters') : undefined)
      .filter(isJsonObject)
      .filter((parameter) => readSensitive(toWire(parameter)))
      .map((parameter) => [toText(findMember(parameter, 'Id')), parameter]),
  );
  return withMember(step, 'CycleParameters', (mappings) =>
    withItems(mappings, (mapping) => {
      const parameter = sensitive.get(toText(findMember(mapping, 'ParameterId')));
      if (parameter === undefined) return mapping;
      const code = findMember(mapping, 'CycleEntityMappingType');
      return withMember(mapping, 'Value', (value) =>
        mayBeSecret(value, code, parameter) ? redactedValue : value,
      );
    }),
  );
}

function findMember(object: JsonObject, name: string): Json | undefined {
  return readField(toWire(object), name).value as Json | undefined;
}

// Each one of the name in any case, so that none of two stays.
function withMember(object: JsonObject, name: string, change: (value: Json) => Json): JsonObject {
  const lower = name.toLowerCase();
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [
      key,
      key.toLowerCase() === lower ? change(value) : value,
    ]),
  );
}

function withItems(list: Json, change: (item: JsonObject) => JsonObject): Json {
  return isJsonList(list) ? list.map((item) => (isJsonObject(item) ? change(item) : item)) : list;
}

// Never by the members of an object, of which JSON may name one toString.
function toText(value: Json | undefined): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const redactedValue = { secret: true } as const;

// False for ids of steps and variables and for listed options. Checks the value as well, because
// the meaning of the number is an assumption.
function mayBeSecret(value: Json, code: Json | undefined, parameter: JsonObject): boolean {
  if (value === null || value === '') return false;
  if (code === 0) return parseStepSource(toText(value)) === null;
  if (code === 4) return false;
  return !toList(findMember(parameter, 'Values')).includes(value);
}
