import type {
  ExportedCycle,
  ExportedMapping,
  ExportedStep,
} from '../../model/live/exported-cycle.ts';
import type { ServiceReader } from '../../model/ports.ts';
import {
  readField,
  readId,
  readList,
  readOptionalFlag,
  readOptionalId,
  readOptionalScalar,
  readOptionalText,
  readPart,
  readText,
  ShapeError,
  toWire,
  type Wire,
} from '../../wire/shape.ts';
import { type Call, type Client, makeShapeFailure, toPath } from '../http/client.ts';
import { readLaunch } from '../steps.ts';
import { readExportedStep } from '../templates.ts';

/** Most characters of an export that is read. */
const maxExport = 256 * 1024;

/** Reads a cycle by its export (SPEC 4.6; SERVICE E.2 [P]). */
export function makeExportReader(client: Client): Pick<ServiceReader, 'readExportedCycle'> {
  return {
    readExportedCycle: async (account, id) => {
      const path = toPath('cycles', id, 'export');
      // A lost or unreadable export costs the time of a try alone: its cycle is read by parts.
      const call: Call = { method: 'GET', path, account, repeat: 'never' };
      const answer = await client.send(call);
      if (!answer.ok) return answer;
      const { text, json } = answer.value;
      if (text.length > maxExport) return { ok: true, value: null };
      try {
        return { ok: true, value: readExport(toWire(json)) };
      } catch (error) {
        if (!(error instanceof ShapeError)) throw error;
        return makeShapeFailure(call, error.message);
      }
    },
  };
}

function readExport(wire: Wire): ExportedCycle {
  for (const name of ['Steps', 'Edges', 'Variables']) {
    if (!Array.isArray(readField(wire, name).value)) throw new ShapeError(`${name} is no list`);
  }
  return {
    steps: readList(wire, 'Steps').map(readStep),
    edges: readList(wire, 'Edges').map((edge) => ({
      tail: readId(edge, 'TailStep_Id'),
      head: readId(edge, 'HeadStep_Id'),
      type: readOptionalScalar(edge, 'CycleEdgeType'),
    })),
    variables: readList(wire, 'Variables').map((variable) => ({
      name: readText(variable, 'Name'),
      value: readOptionalScalar(variable, 'Value'),
    })),
  };
}

function readStep(wire: Wire): ExportedStep {
  const slot = readPart(wire, 'AccountConnector');
  const method = readPart(wire, 'Method');
  const parameters = method === null ? [] : readList(method, 'Parameters');
  return {
    step: readExportedStep(wire),
    slotName: slot === null ? null : readOptionalText(slot, 'Name'),
    marksSecrets: parameters.every((item) => readOptionalFlag(item, 'IsSensitive') !== null),
    mappings: {
      parameters: readList(wire, 'CycleParameters').map((mapping) =>
        readMapping(mapping, readOptionalId(mapping, 'ParameterId')),
      ),
      fields: readList(wire, 'CycleFieldMappings').map((mapping) => {
        const field = readPart(mapping, 'Field');
        return readMapping(mapping, field === null ? null : readOptionalId(field, 'Id'));
      }),
    },
  };
}

function readMapping(wire: Wire, targetId: string | null): ExportedMapping {
  return {
    targetId,
    code: readOptionalScalar(wire, 'CycleEntityMappingType'),
    value: readOptionalScalar(wire, 'Value'),
    label: readOptionalText(wire, 'TriggerValueDisplayName'),
    ...readLaunch(wire),
  };
}
