import { isJsonObject, type Json, type JsonObject, readMember, toList } from '../kit/json/json.ts';
import type { ServiceReader, ServiceWriter } from '../model/ports.ts';
import { readOptionalId, ShapeError } from '../wire/shape.ts';
import { readCycle } from './cycles.ts';
import { type Client, toPath } from './http/client.ts';

/** What takes a cycle or a template out as it is, whatever else the service says of it (SPEC 4.6; SERVICE E.2). */
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
 * Importing makes another cycle or template each time, as installing a template does: never repeated. Without
 * account header the same request makes a template (SPEC 4.6). Nobody shows its answer: an id is taken where it has one.
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
  if (!isJsonObject(value)) throw new ShapeError('the answer is no object');
  const { Steps } = value;
  return Array.isArray(Steps) ? { ...value, Steps: Steps.map(redactStep) } : value;
}

// A text in a parameter that the service marks as sensitive is a credential: it stays in this room (law 7).
function redactStep(step: Json): Json {
  const sensitive = new Map(
    toList(readMember(readMember(step, 'Method'), 'Parameters'))
      .filter((parameter) => readMember(parameter, 'IsSensitive') === true)
      .map((parameter) => [String(readMember(parameter, 'Id')), parameter]),
  );
  const mappings = readMember(step, 'CycleParameters');
  if (!isJsonObject(step) || !Array.isArray(mappings) || sensitive.size === 0) return step;
  return {
    ...step,
    CycleParameters: mappings.map((mapping: Json) => {
      const parameter = sensitive.get(String(readMember(mapping, 'ParameterId')));
      return isJsonObject(mapping) && parameter !== undefined && mayBeSecret(mapping, parameter)
        ? { ...mapping, Value: redactedValue }
        : mapping;
    }),
  };
}

const redactedValue = { secret: true } as const;

// What comes from another step or a variable is named by ids alone, and what the method lists may be known. The
// number that says which of these it is is an assumption, so that its value has to look like it.
function mayBeSecret({ Value, CycleEntityMappingType }: JsonObject, parameter: Json): boolean {
  if (Value === null || Value === undefined || Value === '') return false;
  if (CycleEntityMappingType === 0) return !/^\s*[0-9a-f-]{36}\s*,\s*\d+\s*$/i.test(String(Value));
  if (CycleEntityMappingType === 4) return false;
  return !toList(readMember(parameter, 'Values')).includes(Value);
}
