import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';

/** A value that is sent to the service as text, and the names on the way to it. */
export type TextValue = {
  readonly section: 'properties' | 'variables' | 'mapping' | 'check';
  readonly name: string;
  readonly path: readonly string[];
  readonly value: unknown;
};

/**
 * Lists all values of an account that are sent as text: properties, parameters of checks, variables
 * and mappings.
 */
export function listTextValues({ spec }: WrittenAccount): readonly TextValue[] {
  const found: TextValue[] = [];
  const add = (
    section: TextValue['section'],
    written: Readonly<Record<string, unknown>> = {},
    path: readonly string[] = [],
  ) => {
    for (const name of Object.keys(written))
      found.push({ section, name, path: [...path, name], value: written[name] });
  };
  for (const [key, { properties, checks = [] }] of Object.entries(spec.connectors ?? {})) {
    add('properties', properties, ['spec', 'connectors', key, 'properties']);
    for (const [index, { parameters }] of checks.entries()) {
      const path = ['spec', 'connectors', key, 'checks', String(index), 'parameters'];
      add('check', parameters, path);
    }
  }
  for (const [key, { variables, steps }] of Object.entries(spec.cycles ?? {})) {
    add('variables', variables, ['spec', 'cycles', key, 'variables']);
    for (const [step, written] of Object.entries(steps ?? {})) {
      for (const slot of ['parameters', 'fields'] as const) {
        add('mapping', written[slot], ['spec', 'cycles', key, 'steps', step, slot]);
      }
    }
  }
  return found;
}
