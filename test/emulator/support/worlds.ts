import { readFileSync } from 'node:fs';
import { readWorld } from '../../../src/emulator/world/file/read-world.ts';

/** The world file of the quickstart, to which a test can append. */
export const quickstartWorldText = readFileSync(
  new URL('../../../examples/quickstart/world.yaml', import.meta.url),
  'utf8',
);

/** World of the quickstart, parsed once because parsing dominates many tests. */
export const quickstartWorld = readWorld(quickstartWorldText);
