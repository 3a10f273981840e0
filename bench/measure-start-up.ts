import { spawnSync } from 'node:child_process';
import { median } from './median.ts';
import { door } from './start-emulator.ts';

/** Medians of many starts, one of each in turn. */
export type StartUpFigures = {
  readonly runs: number;
  /** `node bin/cyclectl.js --version`. */
  readonly versionMs: number;
  /** `node -e 0`. */
  readonly nodeMs: number;
};

/** Starts the program and the bare Node beside it. The first starts, which fill caches, do not count. */
export function measureStartUp(runs: number): StartUpFigures {
  const version: number[] = [];
  const node: number[] = [];
  for (let run = -2; run < runs; run += 1) {
    const nodeMs = timeStart(['-e', '0']);
    const versionMs = timeStart([door, '--version']);
    if (run < 0) continue;
    node.push(nodeMs);
    version.push(versionMs);
  }
  return { runs, versionMs: median(version), nodeMs: median(node) };
}

function timeStart(args: readonly string[]): number {
  const begunMs = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
  return performance.now() - begunMs;
}
