import { toPointer } from '../../../kit/json/json-pointer.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';

/** A value that is sent to the service as text, and its pointer. */
export type TextValue = {
  readonly section: 'properties' | 'variables' | 'mapping' | 'check';
  readonly name: string;
  readonly pointer: string;
  readonly value: unknown;
};

/**
 * Lists all values of an account that are sent as text: properties, parameters of checks, variables
 * and mappings.
 */
export function* listTextValues({ spec }: WrittenAccount): Iterable<TextValue> {
  for (const [key, { properties, checks = [] }] of Object.entries(spec.connectors ?? {})) {
    yield* listEntries('properties', properties, ['connectors', key, 'properties']);
    for (const [index, { parameters }] of checks.entries()) {
      const path = ['connectors', key, 'checks', String(index), 'parameters'];
      yield* listEntries('check', parameters, path);
    }
  }
  for (const [key, { variables, steps }] of Object.entries(spec.cycles ?? {})) {
    yield* listEntries('variables', variables, ['cycles', key, 'variables']);
    for (const [step, written] of Object.entries(steps ?? {})) {
      for (const slot of ['parameters', 'fields'] as const) {
        yield* listEntries('mapping', written[slot], ['cycles', key, 'steps', step, slot]);
      }
    }
  }
}

function* listEntries(
  room: TextValue['section'],
  written: Readonly<Record<string, unknown>> | undefined,
  path: readonly string[],
): Iterable<TextValue> {
  for (const [name, value] of Object.entries(written ?? {})) {
    yield { section: room, name, pointer: toPointer(['spec', ...path, name]), value };
  }
}
