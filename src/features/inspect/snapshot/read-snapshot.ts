import { Ajv2020 } from 'ajv/dist/2020.js';
import snapshotSchema from 'cyclectl/schemas/snapshot.schema.json' with { type: 'json' };
import type { PlanTarget } from '../../../model/plan/plan.ts';
import { type Snapshot, snapshotFormat } from './snapshot.ts';

/** Reads a snapshot for this service from its file, or returns what is wrong. */
export function readSnapshot(
  text: string,
  target: PlanTarget,
): { readonly snapshot: Snapshot } | { readonly wrong: string } {
  const parsed = parse(text);
  if (typeof parsed !== 'object' || parsed === null) return { wrong: 'it is not a JSON object' };
  const { format } = parsed as Partial<Snapshot>;
  if (format !== snapshotFormat) return { wrong: `it is not of the format ${snapshotFormat}` };
  const validate = new Ajv2020({ allowUnionTypes: true }).compile<Snapshot>(snapshotSchema);
  if (!validate(parsed)) {
    const [first] = validate.errors ?? [];
    return { wrong: `${first?.instancePath ?? ''} ${first?.message ?? 'is another one'}`.trim() };
  }
  const { environment, address } = parsed.target;
  if (environment === target.environment && address === target.address) return { snapshot: parsed };
  return {
    wrong: `it was taken from ${environment}, ${address}; this is ${target.environment}, ${target.address}`,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
