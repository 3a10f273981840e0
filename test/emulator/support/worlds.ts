import { readFileSync } from 'node:fs';
import { readWorld } from '../../../src/emulator/world/file/read-world.ts';

/** The world file of the quickstart, to which a test can append. */
export const quickstartWorldText = readFileSync(
  new URL('../../../examples/quickstart/world.yaml', import.meta.url),
  'utf8',
);

/** The world of the quickstart. Reading the text anew would be the longest part of many a test. */
export const quickstartWorld = readWorld(quickstartWorldText);
