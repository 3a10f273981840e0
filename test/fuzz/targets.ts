import type { FuzzTarget } from './fuzz-case.ts';
import { openAnswersTarget } from './targets/answers.ts';
import { openManifestTarget } from './targets/manifest.ts';
import { openPlanTarget } from './targets/plan.ts';
import { openSopsTarget } from './targets/sops.ts';
import { openStateFileTarget } from './targets/state-file.ts';
import { openStoreTarget } from './targets/store.ts';
import { openYamlTarget } from './targets/yaml.ts';

/** All that cyclectl reads and has not written this moment. */
export const fuzzTargets: ReadonlyMap<string, () => Promise<FuzzTarget>> = new Map([
  ['yaml', openYamlTarget],
  ['manifest', openManifestTarget],
  ['plan', openPlanTarget],
  ['store', openStoreTarget],
  ['answers', openAnswersTarget],
  ['sops', openSopsTarget],
  ['state-file', openStateFileTarget],
]);
