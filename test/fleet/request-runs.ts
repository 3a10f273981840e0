import { expect } from 'vitest';
import type { FleetProject } from './fleet-project.ts';

/** Requests the single runs that comments of manifests name, as a person would; returns their number. */
export async function requestRuns(
  project: FleetProject,
  manifests: readonly string[],
): Promise<number> {
  const lines = manifests.flatMap((text) => [...text.matchAll(/# cyclectl (run .+)$/gm)]);
  for (const [, line = ''] of lines) {
    const ran = await project.run({}, ...line.split(' '), '--yes');
    expect(ran.exitCode, ran.stdout + ran.stderr).toBe(0);
  }
  return lines.length;
}
