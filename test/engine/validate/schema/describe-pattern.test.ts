import { expect, it } from 'vitest';
import { fleetSchemas } from '../../../../src/engine/validate/fleet/schema/fleet-schemas.ts';
import { isDescribed } from '../../../../src/engine/validate/schema/describe-pattern.ts';
import { schemas } from '../../../../src/engine/validate/schema/schemas.ts';

function* listPatterns(node: unknown): Iterable<string> {
  if (typeof node !== 'object' || node === null) return;
  for (const [name, part] of Object.entries(node)) {
    if ((name === 'pattern' || name === 'format') && typeof part === 'string') yield part;
    yield* listPatterns(part);
  }
}

it('has words for every pattern and format of the schemas', () => {
  const patterns = new Set(listPatterns({ ...schemas, ...fleetSchemas }));
  expect(patterns.size).toBeGreaterThan(8);
  expect([...patterns].filter((pattern) => !isDescribed(pattern))).toEqual([]);
});
