import { readFileSync } from 'node:fs';

/** The world of the quickstart, as text. */
export const quickstartWorld = readFileSync(
  new URL('../../examples/quickstart/world.yaml', import.meta.url),
  'utf8',
);
