import { expect, it } from 'vitest';
import { runInProcess } from '../../../support/run-in-process.ts';
import { openGatedFleet } from './open-gated-fleet.ts';

const slowTestMs = 120_000;

it.each([['open', '--yes', '--replace'], ['continue'], ['approve', '--reason', 'seen']] as const)(
  'says of rollout %s without CYCLECTL_SECRET_KEY that it is not set',
  async (verb, ...rest) => {
    const { project, open } = await openGatedFleet();
    await open('{approval: required}');
    const { CYCLECTL_SECRET_KEY: _, ...environment } = project.environment;
    const keyless = { ...project, environment };
    const refused = await runInProcess(keyless, 'rollout', verb, 'customers', ...rest);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('CYCLECTL_SECRET_KEY is not set');
    expect(refused.stderr).not.toContain('another CYCLECTL_SECRET_KEY');
    expect(refused.stdout).toBe('');
  },
  slowTestMs,
);
