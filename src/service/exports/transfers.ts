import {
  isJsonObject,
  type Json,
  type JsonObject,
  readMember,
  toList,
} from '../../kit/json/json.ts';
import type { ServiceReader, ServiceWriter } from '../../model/ports.ts';
import { readOptionalId, ShapeError } from '../../wire/shape.ts';
import { readCycle } from '../cycles.ts';
import { type Client, toPath } from '../http/client.ts';

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
  const { Steps } = value;
  return Array.isArray(Steps) ? { ...value, Steps: Steps.map(redactStep) } : value;
}

// Redacts text in a sensitive parameter, because it is a credential and must not leave this layer
// (law 7).
function redactStep(step: Json): Json {
  const sensitive = new Map(
    toList(readMember(readMember(step, 'Method'), 'Parameters'))
      .filter((parameter) => readMember(parameter, 'IsSensitive') === true)
      .map((parameter) => [toText(readMember(parameter, 'Id')), parameter]),
  );
  const mappings = readMember(step, 'CycleParameters');
  if (!isJsonObject(step) || !Array.isArray(mappings) || sensitive.size === 0) return step;
  return {
    ...step,
    CycleParameters: mappings.map((mapping: Json) => {
      const parameter = sensitive.get(toText(readMember(mapping, 'ParameterId')));
      return isJsonObject(mapping) && parameter !== undefined && mayBeSecret(mapping, parameter)
        ? { ...mapping, Value: redactedValue }
        : mapping;
    }),
  };
}

// Never by the members of an object, of which JSON may name one toString.
function toText(value: Json | undefined): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const redactedValue = { secret: true } as const;

// False for ids of steps and variables and for listed options. Checks the value as well, because
// the meaning of the number is an assumption.
function mayBeSecret({ Value, CycleEntityMappingType }: JsonObject, parameter: Json): boolean {
  if (Value === null || Value === undefined || Value === '') return false;
  if (CycleEntityMappingType === 0) return !/^\s*[0-9a-f-]{36}\s*,\s*\d+\s*$/i.test(toText(Value));
  if (CycleEntityMappingType === 4) return false;
  return !toList(readMember(parameter, 'Values')).includes(Value);
}
