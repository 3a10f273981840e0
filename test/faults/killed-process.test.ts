import { beforeAll, describe, expect, it } from 'vitest';
import { holdRequest } from '../cli/hold-request.ts';
import { openRemoteProject } from '../cli/run-cyclectl.ts';
import { talk } from '../cli/talk-in-process.ts';
import { type AccountPicture, drawService } from './picture.ts';

// A real death of the real process, at a few moments; death.test.ts tries all of them in process.

const slowTestMs = 60_000;

describe('a process that is killed', () => {
  let whole: readonly AccountPicture[];

  beforeAll(async () => {
    const project = await openRemoteProject();
    expect(await talk(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
    whole = drawService(project.emulator);
  }, slowTestMs);

  it.each([
    ['installs a template', { method: 'POST', path: '/v1.0/templates/*/install', nth: 1 }],
    ['activates a cycle', { method: 'PUT', path: '/v1.0/cycles/*/activate', nth: 1 }],
  ] as const)(
    'while it %s leaves what the next apply finishes',
    async (_what, aim) => {
      const project = await openRemoteProject();
      const held = holdRequest(project.emulator, aim);
      const apply = project.start('apply', '--yes');
      await held.hasCome();
      apply.kill('SIGKILL');
      expect(await apply).toMatchObject({ signal: 'SIGKILL' });
      project.emulator.control.plantFaults([]);
      expect(await talk(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 2 });
      expect(await talk(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
      expect(await talk(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
      expect(drawService(project.emulator)).toEqual(whole);
    },
    slowTestMs,
  );
});
